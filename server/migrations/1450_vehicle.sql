-- 车辆、配送人: what brings goods to the units, and who drives it (spec domain.md 1.3).
create table driver (
  company_code text not null,
  driver text not null check (driver ~ '^[0-9A-Z][0-9A-Z._-]{0,19}$'),
  name text not null check (name <> ''),
  account text not null default '',
  telephone text not null default '',
  qualification_no text not null default '',
  qualification_valid_to date,
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, driver),
  check (valid_to >= valid_from)
);
select create_search_index('driver', array['driver', 'name', 'pinyin', 'telephone']);

create table vehicle (
  company_code text not null,
  vehicle text not null check (vehicle ~ '^[0-9A-Z][0-9A-Z._-]{0,19}$'),
  plate_no text not null check (plate_no <> ''),
  name text not null check (name <> ''),
  load_capacity_kg numeric(18,3) not null check (load_capacity_kg > 0),
  hazard_classes text[] not null default '{}',
  licence_no text not null default '',
  licence_valid_to date,
  driver text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, vehicle),
  check (valid_to >= valid_from)
);
select create_search_index('vehicle', array['licence_no', 'name', 'pinyin', 'plate_no', 'vehicle']);

-- Goods that have left their bin for a unit, until it has signed for them: still the stock of their plant to the ERP.
insert into stock_place (place, erp_view, keeps_balance, period_column) values ('in-distribution', 'stock', true, 'transfer');
