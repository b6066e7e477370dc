-- 库位显示配置表: under which name, in which order and whether a storage location is offered in pickers, lists and the map of bins.
create table storage_location_display (
  company_code text not null references company,
  plant text not null,
  storage_location text not null,
  -- '' keeps the name of the storage location.
  display_name text not null default '',
  display_order integer not null default 100 check (display_order between 1 and 9999),
  is_shown boolean not null default true,
  remark text not null default '',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, plant, storage_location),
  foreign key (company_code, plant, storage_location) references storage_location
);
select create_search_index('storage_location_display', array['display_name', 'pinyin', 'remark', 'storage_location']);
