-- Lists are filtered by one day of a date, by the plant of a line, and by a word in the logs and in the stock.
do $$
declare
  tables record;
  name text;
begin
  for tables in select header, line from document_tables() loop
    foreach name in array array['eta_date', 'arrived_at', 'unpacking_at', 'required_date', 'snapshot_at'] loop
      if exists (select from pg_attribute where attrelid = tables.header::regclass and attname = name) then
        execute format('create index %I on %I (company_code, %I, created_at, id)', tables.header || '_' || name, tables.header, name);
      end if;
    end loop;
    if exists (select from pg_attribute where attrelid = tables.line::regclass and attname = 'delivery_date') then
      execute format('create index %I on %I (company_code, delivery_date, document_id)', tables.line || '_delivery_date', tables.line);
    end if;
    if exists (select from pg_attribute where attrelid = tables.line::regclass and attname = 'plant') then
      execute format('create index %I on %I (company_code, plant, storage_location, document_id)', tables.line || '_location', tables.line);
      -- A plant is of one company.
      execute format('create statistics %I (mcv) on company_code, plant from %I', tables.line || '_places', tables.line);
    end if;
    -- A state leaves few states of the ERP: without their correlation ten times the rows are expected.
    if exists (select from pg_attribute where attrelid = tables.header::regclass and attname = 'print_count') then
      execute format('create statistics %I (mcv) on company_code, state, erp_state from %I', tables.header || '_states', tables.header);
    end if;
  end loop;
end
$$;

select create_search_index('erp_posting', array['document_no', 'material_document', 'posting_key', 'sap_message_en', 'sap_message_zh']);
select create_search_index('erp_call_log', array['document_no', 'error_text', 'posting_key', 'url']);
select create_search_index('audit_entry', array['action', 'subject_no', 'user_name']);
select create_search_index('stock_balance', array['batch', 'bin', 'material_no', 'place_reference']);
create index material_hazard_class on material (hazard_class, material_no);
create index erp_call_log_interface on erp_call_log (company_code, interface_code, at, id);
create index audit_entry_user on audit_entry (company_code, user_id, at, id);

-- Tables of new documents have the index and the statistics of states too.
do $$
declare
  old_part constant text := $q$perform create_search_index(name, array['doc_no']);$q$;
  new_part constant text := old_part || $q$
  execute format('create index %I on %I (company_code, erp_state, state, created_at, id)', name || '_erp_state', name);
  execute format('create statistics %I (mcv) on company_code, state, erp_state from %I', name || '_states', name);$q$;
  definition constant text := pg_get_functiondef('create_document_tables'::regproc);
begin
  if position(old_part in definition) = 0 then
    raise exception 'create_document_tables has no search index';
  end if;
  execute replace(definition, old_part, new_part);
end
$$;
