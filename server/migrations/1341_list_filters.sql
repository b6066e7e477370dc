-- Lists of documents are filtered by supplier, and suppliers see their own only; worklists are documents in a few states of
-- the ERP, which are soon left again.
do $$
declare
  header text;
begin
  for header in select d.header from document_tables() d loop
    if exists (select from pg_attribute where attrelid = header::regclass and attname = 'supplier_no') then
      execute format('create index %I on %I (company_code, supplier_no, created_at, id)', header || '_supplier', header);
    end if;
    if exists (select from pg_attribute where attrelid = header::regclass and attname = 'print_count') then
      execute format('create index %I on %I (company_code, erp_state, state, created_at, id)', header || '_erp_state', header);
    end if;
  end loop;
end
$$;
