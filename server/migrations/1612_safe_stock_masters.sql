-- 安全库存维护人、请购人: an empty storage location or material group is any.
create table safe_stock_maintainer (
  company_code text not null references company,
  plant text not null check (plant <> ''),
  storage_location text not null default '',
  material_group text not null default '',
  account text not null check (account <> ''),
  remark text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, storage_location, material_group, account),
  check (valid_to >= valid_from)
);
select create_search_index('safe_stock_maintainer', array['account', 'material_group', 'pinyin', 'remark', 'storage_location']);

create table safe_stock_requester (
  company_code text not null references company,
  plant text not null check (plant <> ''),
  storage_location text not null default '',
  material_group text not null default '',
  account text not null check (account <> ''),
  purchasing_group text not null default '',
  remark text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, storage_location, material_group, account),
  check (valid_to >= valid_from)
);
select create_search_index('safe_stock_requester', array['account', 'material_group', 'pinyin', 'purchasing_group', 'remark', 'storage_location']);

-- 安全库存地点: a plant with rows has quotas at these storage locations only.
create table safe_stock_location (
  company_code text not null references company,
  plant text not null check (plant <> ''),
  storage_location text not null check (storage_location <> ''),
  lead_time_days integer not null check (lead_time_days between 1 and 1095),
  remark text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, storage_location),
  check (valid_to >= valid_from)
);
select create_search_index('safe_stock_location', array['pinyin', 'remark', 'storage_location']);

-- 库龄: the names of stock by its age in months.
create table stock_age (
  company_code text not null references company,
  stock_age text not null check (stock_age ~ '^[0-9A-Z][0-9A-Z._-]{0,9}$'),
  from_months integer not null check (from_months between 0 and 600),
  name text not null check (name <> ''),
  remark text not null default '',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, stock_age)
);
create unique index stock_age_months on stock_age (company_code, from_months) where is_active;
select create_search_index('stock_age', array['name', 'pinyin', 'remark', 'stock_age']);
