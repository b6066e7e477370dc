-- 领料单（化学品转储）: chemicals for the unit's own storage location, their safety data sheets and caps per person.
alter table requisition drop constraint requisition_requisition_type_check;
alter table requisition add constraint requisition_requisition_type_check
  check (requisition_type in ('planned', 'urgent', 'sales', 'supplement', 'stockFirst', 'chemical'));
alter table requisition
  add column receiving_storage_location text,
  add column permit_no text,
  add column permit_valid_to date,
  add column requested_on date;
alter table requisition_line
  add column receiving_bin text,
  add column hazard_class text,
  add column safety_sheet_no text,
  add column safety_sheet_valid_to date,
  add column cap_quantity numeric(18,3),
  add column cap_days integer,
  add column drawn_before numeric(18,3);
-- What a requester has drawn within a period.
create index requisition_drawn_by on requisition (company_code, requester, requested_on) where requisition_type = 'chemical';

alter table goods_issue
  add column receiving_storage_location text,
  add column permit_no text,
  add column permit_valid_to date;
alter table goods_issue_line add column receiving_bin text;

alter table material add column person_cap_quantity numeric(18,3) check (person_cap_quantity > 0);

create table safety_data_sheet (
  company_code text not null,
  material_no text not null check (material_no <> ''),
  sheet_no text not null check (sheet_no <> ''),
  issuer text not null check (issuer <> ''),
  issued_on date,
  valid_from date,
  valid_to date not null,
  file_count integer not null default 0 check (file_count >= 0),
  row_id text not null default gen_random_uuid()::text,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, material_no, sheet_no),
  unique (company_code, row_id),
  check (valid_to >= valid_from)
);
select create_search_index('safety_data_sheet', array['issuer', 'material_no', 'pinyin', 'sheet_no']);
