-- Distributes a migrated, still empty database by company_code on Citus (14 or newer, for PostgreSQL 18). Run it on the
-- coordinator as the owner of the tables, in the database of DATABASE_URL, before data is loaded:
--   psql --set ON_ERROR_STOP=1 --file tools/citus/distribute.sql "$DATABASE_URL"
-- Runs in one transaction. docs/scale.md describes when this is useful, what runs there, and what has not been tested.

begin;
-- The ledger's append-only triggers are on distributed tables and access only the affected row, which is safe.
set local citus.enable_unsafe_triggers = on;
set local citus.multi_shard_modify_mode = 'sequential';

create temporary table placement (table_name text primary key, kind text not null) on commit drop;

-- reference: replicated to each machine. Small or rarely changed, joined with everything, used by all companies.
insert into placement
select unnest(array['company', 'plant', 'unit', 'material_group', 'material', 'material_unit', 'valuation_type', 'supplier', 'consignor', 'external_code', 'material_class', 'hazardous_substance', 'material_match_key', 'material_pair', 'stock_place', 'stock_book']), 'reference';

-- distributed: one company's rows are on one machine, so that its documents and ledger share a transaction.
insert into placement
select unnest(array[
  'document_number', 'action_request', 'document_link', 'attachment',
  'storage_location', 'bin', 'picking_unit', 'requester', 'vehicle', 'driver', 'picking_unit_storage_location', 'picking_unit_plant', 'picking_unit_cross_location', 'storage_location_display', 'delivery_place', 'distribution_catalogue', 'construction_contract', 'inspection_unit', 'receiving_unit', 'department', 'excess_tolerance', 'safe_stock_maintainer', 'safe_stock_requester', 'safe_stock_location', 'stock_age', 'safe_stock_version', 'inspection_characteristic', 'safety_data_sheet',
  'stock_key', 'stock_hold', 'stock_place_hold', 'freeze_draw', 'stock_move', 'stock_move_valuation', 'stock_serial_number', 'stock_move_serial_number', 'stock_material', 'stock_balance', 'batch',
  'stock_snapshot_month', 'stock_snapshot', 'stock_period', 'stock_cut_off', 'accounting_period',
  'stock_late_valuation', 'stock_period_revaluation', 'stock_snapshot_revaluation',
  'figure_line', 'item_history', 'document_step', 'document_neighbour', 'erp_book', 'erp_direct_document',
  'erp_stock_reading', 'erp_stock_reading_row', 'stock_count_date', 'bin_count_date', 'stock_row_note',
  'legacy_import', 'legacy_document', 'legacy_import_change', 'legacy_mapping',
  'purchase_contract', 'outbound_delivery_item', 'erp_consignment_price'
]), 'distributed'
union all
-- Header and lines of every document.
select unnest(array[header, line]), 'distributed' from document_tables();

-- local: on the coordinator only.
insert into placement
-- Users, rights, sign-in, unfinished uploads and preferences: not of a company, and read by id.
select unnest(array[
  'app_user', 'sign_in_failure', 'known_network', 'known_device', 'used_ciphertext', 'user_role', 'user_function', 'user_token', 'user_plant', 'user_storage_location',
  'user_material_group', 'user_picking_unit', 'user_inspection_unit', 'user_bin_area', 'application', 'shared_role', 'saml_configuration', 'saml_request',
  'saml_assertion', 'sign_in_code', 'file_upload', 'file_upload_part', 'received_bytes', 'stored_content', 'user_preference', 'shared_view',
  'schema_migration', 'item_history_source', 'demonstration_step'
]), 'local'
union all
-- Their triggers notify the processes or create jobs, which works only on the coordinator;
-- messages and the audit log are read across all companies.
select unnest(array[
  'business_parameter', 'erp_interface', 'erp_movement_rule', 'erp_alarm', 'todo', 'message', 'audit_entry'
]), 'local'
union all
-- Read and written together with those.
select unnest(array[
  'erp_sync_state', 'rule_change', 'todo_read', 'message_receiver', 'message_delivery', 'message_template', 'message_channel', 'audit_link',
  'audit_unlinked'
]), 'local'
union all
-- Read by lists together with business_parameter, of all companies, before they look into the rows of one.
select unnest(array['figure_month']), 'local'
union all
-- Read across all companies by /metrics.
select unnest(array['proof_run']), 'local'
union all
-- The outbox is a queue over all companies, its rows are leased with the settings of their interface, and Citus locks
-- rows of one company per statement only.
select unnest(array['erp_posting', 'erp_posting_item', 'erp_call_log']), 'local'
union all
-- A queue over all companies too; receivers belong to no company.
select unnest(array['webhook_receiver', 'webhook_delivery', 'webhook_attempt']), 'local';

do $$
declare
  problem text;
begin
  select string_agg(coalesce(p.table_name, c.relname), ', ') into problem
  from placement p
  full join (select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) c
    on c.relname = p.table_name
  -- Of a second run, which Citus refuses.
  where (p.table_name is null or c.relname is null) and c.relname is distinct from 'commit_everywhere';
  if problem is not null then
    raise exception 'the list of this script and the tables of the database differ: %', problem;
  end if;
end $$;

-- Foreign keys are dropped and created again: no order of distribution satisfies Citus with all of them in place.
create temporary table kept_foreign_key on commit drop as
select c.conrelid::regclass as of_table, c.conname as name, pg_get_constraintdef(c.oid) as definition
from pg_constraint c
join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace
where c.contype = 'f' and c.conparentid = 0;

do $$
declare
  entry record;
begin
  for entry in select of_table, name from kept_foreign_key loop
    execute format('alter table %s drop constraint %I', entry.of_table, entry.name);
  end loop;
  for entry in select table_name from placement where kind = 'reference' order by table_name loop
    perform create_reference_table(entry.table_name::regclass);
  end loop;
  for entry in select table_name from placement where kind = 'distributed' order by table_name loop
    perform create_distributed_table(entry.table_name::regclass, 'company_code');
  end loop;
  for entry in select of_table, name, definition from kept_foreign_key order by of_table::text, name loop
    execute format('alter table %s add constraint %I %s', entry.of_table, entry.name, entry.definition);
  end loop;
end $$;

-- A transaction that writes rows of one company and of the coordinator (audit log, to-dos, outbox) must commit on both
-- machines or on neither. Citus does not count rows of the coordinator's plain tables: it commits on the other machine
-- first, and a coordinator that ends at that moment keeps its own part out. With a table it manages it prepares both. So
-- every transaction of the product begins with a deletion here, of a row that never exists (open-transaction.ts).
create table commit_everywhere (id integer primary key check (false));
select citus_add_local_table_to_metadata('commit_everywhere');
do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    grant select, delete on commit_everywhere to kufang_app;
  end if;
end $$;

-- Citus connects from machine to machine as the role of the statement. The role gets no password: each machine's
-- pg_hba.conf says how the other machines prove who they are (docs/scale.md).
do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    alter role kufang_app login;
  end if;
end $$;
commit;
