-- Documents without goods: their lines have no material, no quantity and nothing that follows from them. And a new
-- document's tables have whatever was added to all documents' tables since: nobody has to repeat it here.

drop function create_document_tables(text, text[], text, text);

-- Adds to a new table the columns that all of these tables have by now and it has not, as they are there, with their checks.
create function add_common_columns(target text, others text[]) returns void language plpgsql as $$
declare
  added record;
begin
  for added in
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as filled,
      a.attgenerated as generated, pg_get_expr(d.adbin, d.adrelid) as value,
      (select string_agg(' ' || pg_get_constraintdef(c.oid), '' order by c.conname) from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]) as checks
    from pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = to_regclass(others[1]) and a.attnum > 0 and not a.attisdropped
      and not exists (select from pg_attribute t where t.attrelid = to_regclass(target) and t.attname = a.attname)
      and (select count(*) from pg_attribute o where o.attrelid = any(others::regclass[]) and o.attname = a.attname
        and not o.attisdropped) = cardinality(others)
    order by a.attnum
  loop
    execute format('alter table %I add column %I %s', target, added.name, added.type)
      || case when added.generated = 's' then format(' generated always as (%s) stored', added.value)
           when added.value is not null then ' default ' || added.value else '' end
      || case when added.filled then ' not null' else '' end
      || coalesce(added.checks, '');
  end loop;
end
$$;

-- Makes the tables of a document type: `select create_document_tables('tool_loan', array['draft', 'lent'],
-- header => 'borrower text, due_on date', lines => 'bin text')`. `header` and `lines` are the document's own columns,
-- as in `create table`. Not for mirrors of the ERP's documents: they have no print count and allow a quantity of zero.
create function create_document_tables(name text, states text[], header text default '', lines text default '', has_goods boolean default true)
returns void language plpgsql as $$
declare
  erp_states constant text := $q$'notNeeded', 'awaitingSupplement', 'unposted', 'posting', 'posted', 'reversing', 'reversed', 'failed'$q$;
  quoted_states text;
  goods text := '';
  headers text[];
  goods_lines text[];
begin
  select string_agg(quote_literal(s), ', ' order by position) into quoted_states
  from unnest(states) with ordinality as given(s, position);
  select array_agg(d.header), array_agg(d.line) filter (where exists (
      select from pg_attribute a where a.attrelid = to_regclass(d.line) and a.attname = 'done_quantity'))
    into headers, goods_lines
  from document_tables() d;
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
  perform add_common_columns(name, headers);

  if has_goods then
    goods := format($sql$
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
      line_erp_state text not null default 'notNeeded' check (line_erp_state in (%s)),
      material_document text,
      material_document_year text,$sql$, erp_states);
  end if;
  execute format($sql$
    create table %1$I (
      company_code text not null,
      document_id uuid not null,
      line_no integer not null check (line_no > 0),
      %3$s
      source_type text,
      source_id uuid,
      source_no text,
      source_line integer,
      line_remark text,
      %4$s
      primary key (company_code, document_id, line_no),
      foreign key (company_code, document_id) references %2$I (company_code, id) on delete cascade
    ) with (fillfactor = 70)$sql$, name || '_line', name, goods, own_columns(lines));
  if has_goods then
    execute format('create index %I on %I (company_code, material_no, document_id)', name || '_line_material', name || '_line');
    perform add_common_columns(name || '_line', goods_lines);
  end if;
  execute format('create index %I on %I (company_code, source_id, source_line)', name || '_line_source', name || '_line');
end
$$;
