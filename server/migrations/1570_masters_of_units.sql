-- 配送点位、配送目录、施工单位合同、外系统代码、质检单位、收货单位、部门, and remarks and validity of where a picking unit may
-- draw from (spec domain.md 1.5).
create table delivery_place (
  company_code text not null references company,
  plant text not null check (plant <> ''),
  delivery_place text not null check (delivery_place ~ '^[0-9A-Z][0-9A-Z._-]{0,19}$'),
  name text not null check (name <> ''),
  picking_unit text not null default '',
  is_usual boolean not null default false,
  address text not null default '',
  contact_name text not null default '',
  telephone text not null default '',
  remark text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, delivery_place),
  check (valid_to >= valid_from)
);
create index delivery_place_unit on delivery_place (company_code, picking_unit) where picking_unit <> '';
select create_search_index('delivery_place', array['address', 'delivery_place', 'name', 'pinyin']);

-- '' means any plant, material or group; the more specific row counts.
create table distribution_catalogue (
  company_code text not null references company,
  plant text not null default '',
  material_no text not null default '',
  material_group text not null default '',
  valid_from date not null,
  valid_to date,
  is_delivered boolean not null default false,
  reason text not null check (reason <> ''),
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, material_no, material_group, valid_from),
  check (material_no = '' or material_group = ''),
  check (valid_to >= valid_from)
);
select create_search_index('distribution_catalogue', array['material_group', 'material_no', 'pinyin', 'reason']);

create table construction_contract (
  company_code text not null references company,
  contract_no text not null check (contract_no <> ''),
  contractor text not null check (contractor <> ''),
  project_name text not null default '',
  picking_unit text not null default '',
  wbs_element text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, contract_no),
  check (valid_to >= valid_from)
);
create index construction_contract_contractor on construction_contract (company_code, contractor);
select create_search_index('construction_contract', array['contract_no', 'contractor', 'pinyin', 'project_name']);

-- Codes of other systems are theirs, not a company's.
create table external_code (
  external_system text not null check (external_system <> ''),
  kind text not null check (kind in ('unit', 'material', 'supplier', 'plant')),
  external_code text not null check (external_code <> ''),
  external_name text not null default '',
  own_code text not null default '',
  mapping text not null generated always as (case when own_code = '' then 'open' else 'mapped' end) stored,
  remark text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (external_system, kind, external_code),
  check (valid_to >= valid_from)
);
select create_search_index('external_code', array['external_code', 'external_name', 'external_system', 'own_code', 'pinyin']);

create table inspection_unit (
  company_code text not null references company,
  inspection_unit text not null check (inspection_unit ~ '^[0-9A-Z][0-9A-Z._-]{0,19}$'),
  name text not null check (name <> ''),
  is_third_party boolean not null default false,
  qualification_no text not null default '',
  contact_name text not null default '',
  telephone text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, inspection_unit),
  check (valid_to >= valid_from)
);
select create_search_index('inspection_unit', array['inspection_unit', 'name', 'pinyin']);

create table receiving_unit (
  company_code text not null references company,
  plant text not null check (plant <> ''),
  receiving_unit text not null check (receiving_unit ~ '^[0-9A-Z][0-9A-Z._-]{0,19}$'),
  name text not null check (name <> ''),
  is_usual boolean not null default false,
  address text not null check (address <> ''),
  contact_name text not null default '',
  telephone text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, receiving_unit),
  check (valid_to >= valid_from)
);
select create_search_index('receiving_unit', array['address', 'name', 'pinyin', 'receiving_unit']);
alter table delivery_note add column receiving_unit text;

create table department (
  company_code text not null references company,
  department text not null check (department ~ '^[0-9A-Z][0-9A-Z._-]{0,19}$'),
  name text not null check (name <> ''),
  parent_department text not null default '',
  head_name text not null default '',
  telephone text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, department),
  check (valid_to >= valid_from)
);
select create_search_index('department', array['department', 'name', 'pinyin']);

alter table picking_unit_storage_location
  add column remark text not null default '',
  add column valid_from date,
  add column valid_to date,
  add column pinyin text not null default '',
  add check (valid_to >= valid_from);
select create_search_index('picking_unit_storage_location', array['picking_unit', 'pinyin', 'remark', 'storage_location']);
