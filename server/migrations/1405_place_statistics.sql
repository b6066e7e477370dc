-- A storage location is of one plant. Without that a fifth of the rows is expected of both, and a list of the first rows is
-- made by joining all of them.
do $$
declare
  tables record;
begin
  for tables in select line as name from document_tables() union all select 'stock_balance' loop
    if (select count(*) from pg_attribute where attrelid = tables.name::regclass
        and attname in ('plant', 'storage_location')) = 2 then
      execute format('create statistics %I (dependencies) on company_code, plant, storage_location from %I',
        tables.name || '_locations', tables.name);
    end if;
  end loop;
end
$$;
