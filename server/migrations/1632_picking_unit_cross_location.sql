-- 领料单位与库存地点(跨公司): the storage locations of other companies whose shared stock a picking unit is shown; a unit without
-- rows is shown all that is shared. The place is kept by its code, because it is another company's.
create table picking_unit_cross_location (
  company_code text not null references company,
  picking_unit text not null check (picking_unit <> ''),
  owner_company_code text not null check (owner_company_code <> company_code),
  plant text not null check (plant <> ''),
  storage_location text not null check (storage_location <> ''),
  remark text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, picking_unit, owner_company_code, plant, storage_location),
  foreign key (company_code, picking_unit) references picking_unit,
  check (valid_to >= valid_from)
);
create index picking_unit_cross_location_place
  on picking_unit_cross_location (company_code, owner_company_code, plant, storage_location, picking_unit);
create index picking_unit_cross_location_valid on picking_unit_cross_location (company_code, valid_to) where valid_to is not null;
select create_search_index('picking_unit_cross_location', array['picking_unit', 'pinyin', 'remark', 'storage_location']);
