-- The quotas of materials with their periods: a version counts from its day until the next one's, unless it is revoked; of
-- several of one day the one approved last, so that an earlier one ends before it began.
create table safe_stock_version (
  company_code text not null,
  document_id uuid not null,
  line_no integer not null,
  document_no text not null,
  plant text not null,
  storage_location text not null,
  material_no text not null,
  material_group text not null default '',
  valid_from date not null,
  valid_to date,
  safety_stock numeric(18,3) not null check (safety_stock >= 0),
  minimum_quantity numeric(18,3) not null check (minimum_quantity >= 0),
  reorder_point numeric(18,3) not null check (reorder_point >= 0),
  maximum_quantity numeric(18,3) not null check (maximum_quantity >= 0),
  lead_time_days integer not null,
  criticality text not null check (criticality in ('A', 'B', 'C')),
  quota_basis text not null,
  safety_stock_amount numeric(18,2),
  maximum_amount numeric(18,2),
  maintained_by_name text not null,
  approved_by_name text not null,
  approved_at timestamptz not null,
  revoked_at timestamptz,
  primary key (company_code, document_id, line_no),
  check (minimum_quantity <= reorder_point and reorder_point <= maximum_quantity and safety_stock <= reorder_point),
  check (valid_to >= valid_from - 1)
);
-- The order of its lists, and what is reckoned by material.
create index safe_stock_version_material on safe_stock_version (company_code, material_no, document_id, line_no);
create index safe_stock_version_place on safe_stock_version (company_code, plant, storage_location, material_no, valid_from);
create index safe_stock_version_from on safe_stock_version (company_code, valid_from, document_id, line_no);
select create_search_index('safe_stock_version', array['document_no', 'material_no']);
-- What is asked for of a material, without reading the requests that are done.
create index replenishment_request_requested on replenishment_request (company_code, id) where state = 'requested';
