-- 用户与货位工厂关系: the areas of bins for which a person is responsible. It is no data scope: who counts there, and whose bins
-- the map shows as his own.
create table user_bin_area (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user,
  company_code text not null check (company_code <> ''),
  plant text not null check (plant <> ''),
  storage_location text not null check (storage_location <> ''),
  -- '*' is every area of the storage location.
  area text not null check (area <> ''),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  created_by uuid not null,
  created_by_name text not null,
  ended_by_name text not null default ''
);
create unique index user_bin_area_live
  on user_bin_area (user_id, company_code, plant, storage_location, area) where valid_to is null;
create index user_bin_area_place on user_bin_area (company_code, plant, storage_location, area) where valid_to is null;
