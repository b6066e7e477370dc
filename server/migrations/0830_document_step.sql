-- Documents that are posted in steps, one ERP document after the other: the state of each step, shown with the document.

create table document_step (
  company_code text not null,
  document_type text not null,
  document_id uuid not null,
  step_no integer not null check (step_no > 0),
  step text not null,
  state text not null check (state in ('waiting', 'posting', 'posted', 'failed', 'reversing', 'reversed')),
  material_document text not null default '',
  material_document_year text not null default '',
  -- Why the step failed: the ERP's message, or the refusal of the act that should have requested it.
  message_zh text not null default '',
  message_en text not null default '',
  -- The time of the last change of state.
  since timestamptz not null default now(),
  primary key (company_code, document_type, document_id, step_no)
);

-- Some steps are in the ERP's books, and a person must act on the others.
do $$
declare
  old_states constant text := $q$'reversed', 'failed'$q$;
  new_states constant text := $q$'reversed', 'failed', 'partlyPosted'$q$;
  found record;
begin
  execute replace(pg_get_functiondef('create_document_tables'::regproc), old_states, new_states);
  for found in
    select c.conrelid::regclass as table_name, c.conname, a.attname
    from document_tables() d
    join pg_constraint c on c.conrelid in (to_regclass(d.header), to_regclass(d.line)) and c.contype = 'c'
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where a.attname in ('erp_state', 'line_erp_state')
  loop
    execute format('alter table %s drop constraint %I', found.table_name, found.conname);
    execute format($sql$alter table %s add constraint %I check (%I in ('notNeeded', 'awaitingSupplement', 'unposted',
      'posting', 'posted', 'reversing', 'reversed', 'failed', 'partlyPosted'))$sql$,
      found.table_name, found.conname, found.attname);
  end loop;
end
$$;
