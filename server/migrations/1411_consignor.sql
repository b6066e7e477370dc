-- 发货人 Consignors of suppliers. Like suppliers they belong to no company.
create table consignor (
  supplier_no text not null references supplier (supplier_no),
  consignor text not null check (consignor <> ''),
  name text not null check (name <> ''),
  contact_name text not null default '',
  telephone text not null default '',
  address text not null default '',
  is_usual boolean not null default false,
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (supplier_no, consignor),
  check (valid_to >= valid_from)
);
select create_search_index('consignor', array['address', 'consignor', 'contact_name', 'name', 'pinyin']);

alter table delivery_note add column consignor text;
