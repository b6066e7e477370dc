-- A document that others post, by the lines they need: some of its lines are in the ERP's books, or on their way there.
do $$
declare
  old_states constant text := $q$'partlyPosted', 'cancelledInErp'$q$;
  new_states constant text := $q$'partlyPosted', 'cancelledInErp', 'byLine'$q$;
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
      'posting', 'posted', 'reversing', 'reversed', 'failed', 'partlyPosted', 'cancelledInErp', 'byLine'))$sql$,
      found.table_name, found.conname, found.attname);
  end loop;
end
$$;
