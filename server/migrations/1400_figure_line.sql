-- The lines from which the figures (六率) of closed months are counted (spec domain.md 1.5): frozen when the month is
-- recorded. What is found to be different later is a further row of the line, in the month that is open then, with the
-- difference; the sum of a line's rows is what is true.

create table figure_line (
  company_code text not null,
  -- The name of the query that declares the figure.
  figure text not null,
  -- The month in which the row counts, 'yyyyMM'.
  month text not null check (month ~ '^[0-9]{4}(0[1-9]|1[0-2])$'),
  document_id uuid not null,
  line_no integer not null check (line_no > 0),
  -- Counts the rows of a line: nobody can record the same twice.
  change_no integer not null check (change_no > 0),
  state text not null check (state in ('recorded', 'adjustment')),
  -- What lists show and filter by and scopes limit, as it was.
  document_no text not null,
  plant text,
  storage_location text,
  material_group text,
  supplier_no text,
  material_no text not null,
  description text,
  quantity numeric(18,3) not null,
  unit text not null,
  -- From when on the time allowed runs, the last day on which it is kept, and when it was done.
  started_at timestamptz not null,
  due_on date not null,
  done_at timestamptz,
  numerator integer not null check (numerator between -1 and 1),
  denominator integer not null check (denominator between -1 and 1),
  recorded_at timestamptz not null default now(),
  primary key (company_code, figure, document_id, line_no, change_no),
  check (numerator <> 0 or denominator <> 0),
  check (state = 'adjustment' or (denominator = 1 and numerator >= 0))
);
-- In the order of the list, of all months and of one; the sums of a month are read from the index alone.
create index figure_line_order on figure_line (company_code, figure, started_at, document_id, line_no, change_no);
create index figure_line_month on figure_line (company_code, figure, month, started_at, document_id, line_no, change_no)
  include (numerator, denominator, plant, storage_location, material_group);
create index figure_line_adjustment on figure_line (company_code, figure, started_at, document_id, line_no, change_no)
  where state = 'adjustment';
create index figure_line_document on figure_line (company_code, figure, document_no);
create index figure_line_material on figure_line (company_code, figure, material_no, started_at);
create index figure_line_supplier on figure_line (company_code, figure, supplier_no, started_at);
create index figure_line_location on figure_line (company_code, figure, storage_location, started_at);
select create_search_index('figure_line', array['description', 'document_no', 'material_no']);
create trigger figure_line_append_only before update or delete or truncate on figure_line
  for each statement execute function refuse_change();

-- It is not inlined, and reading a text as a time is not cheap: arrivals of some days are to be found by their index, not by
-- comparing all of them.
alter function act_at(jsonb, text) cost 100;

-- The months that are recorded, also those without a line.
create table figure_month (
  company_code text not null,
  figure text not null,
  month text not null check (month ~ '^[0-9]{4}(0[1-9]|1[0-2])$'),
  recorded_at timestamptz not null default now(),
  primary key (company_code, figure, month)
);
create trigger figure_month_append_only before update or delete or truncate on figure_month
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    revoke update, delete, truncate on figure_line, figure_month from kufang_app;
  end if;
end $$;
