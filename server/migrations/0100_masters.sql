-- Masters: what documents refer to (domain.md 1.5 "主数据"). Rows are disabled, never deleted, for documents
-- keep referring to them. Optional texts are '' and not null, so that they can stand in keys.
-- Every master has: is_active; version, for the optimistic lock; pinyin, initials of what it is called, for the search.

create table company (
  company_code text primary key check (company_code ~ '^[0-9A-Z]{1,4}$'),
  name text not null check (name <> ''),
  currency text not null default 'CNY' check (currency ~ '^[A-Z]{3,5}$'),
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default ''
);

create table plant (
  company_code text not null references company,
  plant text not null unique check (plant ~ '^[0-9A-Z]{1,4}$'),
  name text not null check (name <> ''),
  address text not null default '',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant)
);

create table storage_location (
  company_code text not null,
  plant text not null,
  storage_location text not null check (storage_location ~ '^[0-9A-Z]{1,4}$'),
  name text not null check (name <> ''),
  -- Where it is, for drivers and pickers.
  address text not null default '',
  keeper_name text not null default '',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, storage_location),
  foreign key (company_code, plant) references plant
);

-- 库区-排-架-层-位. What is said of a bin (purpose, hazard class, frozen) is checked when goods are put into it.
create table bin (
  company_code text not null,
  plant text not null,
  storage_location text not null,
  bin text not null check (bin ~ '^[0-9A-Z][0-9A-Z._-]{0,17}$'),
  area text not null default '',
  aisle text not null default '',
  rack text not null default '',
  level text not null default '',
  position text not null default '',
  purpose text not null default 'storage' check (purpose in ('storage', 'receiving', 'rejects', 'staging')),
  -- Class of GB 6944 the bin is made for; '' for goods without hazard.
  hazard_class text not null default ''
    check (hazard_class in ('', '2.1', '2.2', '2.3', '3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1', '8', '9')),
  weight_capacity_kg numeric(18,3) check (weight_capacity_kg > 0),
  allows_mixing boolean not null default true,
  barcode text not null default '',
  -- Nothing may be put in or taken out while set, such as during a count.
  is_frozen boolean not null default false,
  remark text not null default '',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, storage_location, bin),
  foreign key (company_code, plant, storage_location) references storage_location
);
create unique index bin_barcode on bin (company_code, barcode) where barcode <> '';
create index bin_purpose on bin (company_code, plant, storage_location, purpose, hazard_class, bin) where is_active;

create table unit (
  unit text primary key check (unit ~ '^[0-9A-Z/%]{1,6}$'),
  name_zh text not null check (name_zh <> ''),
  name_en text not null default '',
  -- How many digits after the point a quantity of it may have; 0 for pieces.
  decimals integer not null default 3 check (decimals between 0 and 3),
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default ''
);

create table material_group (
  material_group text primary key check (material_group <> '' and length(material_group) <= 9),
  name text not null,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default ''
);

-- Mirror of the ERP (API_PRODUCT_SRV); the attributes from needs_inspection on are ours and survive each
-- synchronisation (is_batch_managed excepted, which the ERP decides).
create table material (
  material_no text primary key check (material_no <> '' and length(material_no) <= 40),
  description text not null,
  description_en text not null default '',
  specification text not null default '',
  material_grade text not null default '',
  drawing_no text not null default '',
  manufacturer text not null default '',
  material_group text not null default '',
  unit text not null,
  is_batch_managed boolean not null default false,
  changed_in_erp_at timestamptz,
  synced_at timestamptz,
  needs_inspection boolean not null default true,
  is_serial_managed boolean not null default false,
  shelf_life_days integer check (shelf_life_days > 0),
  minimum_remaining_days integer check (minimum_remaining_days >= 0),
  hazard_class text not null default ''
    check (hazard_class in ('', '2.1', '2.2', '2.3', '3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1', '8', '9')),
  criticality text not null default '' check (criticality in ('', 'A', 'B', 'C')),
  abc_class text not null default '' check (abc_class in ('', 'A', 'B', 'C')),
  required_documents text[] not null default '{}',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  check (minimum_remaining_days is null or shelf_life_days is null or minimum_remaining_days <= shelf_life_days)
);
create index material_of_group on material (material_group, material_no);
create index material_pinyin on material (pinyin text_pattern_ops);
create index material_description on material (description text_pattern_ops);
create index material_drawing on material (drawing_no text_pattern_ops) where drawing_no <> '';

-- Mirror of the ERP's business partners that deliver.
create table supplier (
  supplier_no text primary key check (supplier_no <> '' and length(supplier_no) <= 10),
  name text not null,
  name_en text not null default '',
  contact_name text not null default '',
  telephone text not null default '',
  address text not null default '',
  changed_in_erp_at timestamptz,
  synced_at timestamptz,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default ''
);
create index supplier_name on supplier (name);

-- 领料单位: who goods are issued to.
create table picking_unit (
  company_code text not null references company,
  picking_unit text not null check (picking_unit ~ '^[0-9A-Z][0-9A-Z._-]{0,19}$'),
  name text not null check (name <> ''),
  cost_center text not null default '',
  head_name text not null default '',
  telephone text not null default '',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, picking_unit)
);

-- 领料人: a person who may sign for goods of a picking unit; `account` when the person also signs in here.
create table requester (
  company_code text not null,
  requester text not null check (requester ~ '^[0-9A-Z][0-9A-Z._-]{0,19}$'),
  name text not null check (name <> ''),
  picking_unit text not null,
  account text not null default '',
  telephone text not null default '',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, requester),
  foreign key (company_code, picking_unit) references picking_unit
);
create index requester_unit on requester (company_code, picking_unit, requester);
create index requester_account on requester (company_code, account) where account <> '';

-- 领料单位与库存地点: where a picking unit may draw from; a unit without rows may draw from all of its company.
create table picking_unit_storage_location (
  company_code text not null,
  picking_unit text not null,
  plant text not null,
  storage_location text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, picking_unit, plant, storage_location),
  foreign key (company_code, picking_unit) references picking_unit,
  foreign key (company_code, plant, storage_location) references storage_location
);

-- 超量目录: over-delivery that is accepted where the order item itself allows none. '' means any plant,
-- material or group; the narrower row wins.
create table excess_tolerance (
  company_code text not null references company,
  plant text not null default '',
  material_no text not null default '',
  material_group text not null default '',
  over_delivery_percent numeric(5,1) not null check (over_delivery_percent between 0 and 100),
  valid_from date not null,
  valid_to date,
  remark text not null default '',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, material_no, material_group, valid_from),
  check (material_no = '' or material_group = ''),
  check (valid_to is null or valid_to >= valid_from)
);

-- 业务配置: every value a business parameter ever had, by company and plant ('' for all), with the day it
-- counts from; the latest row of the latest day wins. Never changed, so that any past decision can be explained.
create table business_parameter (
  company_code text not null default '',
  id uuid not null,
  plant text not null default '',
  name text not null,
  -- null takes the value of this company or plant away again, so that the wider one counts.
  value jsonb,
  valid_from date not null,
  remark text not null default '',
  changed_at timestamptz not null default clock_timestamp(),
  changed_by uuid not null,
  changed_by_name text not null,
  primary key (company_code, id),
  check (plant = '' or company_code <> '')
);
create index business_parameter_name on business_parameter (name, company_code, plant, valid_from desc, changed_at desc);
create trigger business_parameter_append_only before update or delete on business_parameter
  for each row execute function refuse_change();
create trigger business_parameter_no_truncate before truncate on business_parameter
  for each statement execute function refuse_change();

-- Processes keep parameters in memory and read them again when one changes.
create function notify_business_parameter() returns trigger language plpgsql as $$
begin
  perform pg_notify('kufang_business_parameter', '');
  return null;
end $$;
create trigger business_parameter_changed after insert on business_parameter
  for each statement execute function notify_business_parameter();
