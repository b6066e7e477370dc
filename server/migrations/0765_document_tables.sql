-- A document's two tables are made by one call; what they have in common is written here once.

-- Every document's pair of tables: the header's, and the lines' beside it. A later change to all of them loops over
-- this, and brings create_document_tables in line by `create or replace`.
create function document_tables(out header text, out line text) returns setof record language sql stable as $$
  select h.relname::text, l.relname::text
  from pg_class h
  join pg_class l on l.relnamespace = h.relnamespace and l.relname = h.relname || '_line' and l.relkind in ('r', 'p')
  where h.relnamespace = 'public'::regnamespace and h.relkind in ('r', 'p')
    and exists (select from pg_attribute a where a.attrelid = h.oid and a.attname = 'doc_no')
    and exists (select from pg_attribute a where a.attrelid = l.oid and a.attname = 'document_id')
  order by 1
$$;

-- Makes the tables of a document type: `select create_document_tables('tool_loan', array['draft', 'lent'],
-- header => 'borrower text, due_on date', lines => 'bin text')`. `header` and `lines` are the document's own columns,
-- as in `create table`. Not for mirrors of the ERP's documents: they have no print count and allow a quantity of zero.
create function create_document_tables(name text, states text[], header text default '', lines text default '')
returns void language plpgsql as $$
declare
  erp_states constant text := $q$'notNeeded', 'awaitingSupplement', 'unposted', 'posting', 'posted', 'reversing', 'reversed', 'failed'$q$;
  quoted_states text;
begin
  select string_agg(quote_literal(s), ', ' order by position) into quoted_states
  from unnest(states) with ordinality as given(s, position);
  execute format($sql$
    create table %1$I (
      company_code text not null,
      id uuid not null,
      doc_no text not null,
      state text not null check (state in (%2$s)),
      erp_state text not null default 'notNeeded' check (erp_state in (%3$s)),
      version integer not null default 1,
      acts jsonb not null default '{}',
      plant text not null default '',
      storage_location text not null default '',
      document_date date not null,
      posting_date date,
      remark text,
      created_by uuid not null,
      created_by_name text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      print_count integer not null default 0 check (print_count >= 0),
      %4$s
      primary key (company_code, id),
      unique (company_code, doc_no)
    ) with (fillfactor = 70)$sql$, name, quoted_states, erp_states, own_columns(header));
  execute format('create index %I on %I (company_code, created_at, id)', name || '_newest', name);
  execute format('create index %I on %I (company_code, state, created_at, id)', name || '_state', name);
  execute format('create index %I on %I (company_code, plant, storage_location, created_at, id)', name || '_location', name);

  execute format($sql$
    create table %1$I (
      company_code text not null,
      document_id uuid not null,
      line_no integer not null check (line_no > 0),
      material_no text not null,
      description text,
      specification text,
      material_group text,
      unit text not null,
      quantity numeric(18,3) not null check (quantity > 0),
      done_quantity numeric(18,3) not null default 0 check (done_quantity >= 0),
      closed_quantity numeric(18,3) not null default 0 check (closed_quantity >= 0),
      open_quantity numeric(18,3) generated always as (greatest(quantity - done_quantity - closed_quantity, 0)) stored,
      progress text generated always as (case
        when done_quantity = 0 and closed_quantity = 0 then 'open'
        when done_quantity + closed_quantity < quantity then 'partial'
        when done_quantity = 0 then 'closed'
        else 'done' end) stored,
      line_erp_state text not null default 'notNeeded' check (line_erp_state in (%3$s)),
      source_type text,
      source_id uuid,
      source_no text,
      source_line integer,
      material_document text,
      material_document_year text,
      line_remark text,
      %4$s
      primary key (company_code, document_id, line_no),
      foreign key (company_code, document_id) references %2$I (company_code, id) on delete cascade
    ) with (fillfactor = 70)$sql$, name || '_line', name, erp_states, own_columns(lines));
  execute format('create index %I on %I (company_code, material_no, document_id)', name || '_line_material', name || '_line');
  execute format('create index %I on %I (company_code, source_id, source_line)', name || '_line_source', name || '_line');
end
$$;

-- A list of columns with a comma behind it; nothing for none.
create function own_columns(columns text) returns text language sql immutable as $$
  select case when btrim(columns, E' \n\t,') = '' then '' else btrim(columns, E' \n\t,') || ',' end
$$;
