-- 用户与质检单位关系: for which inspection units a person inspects. It is no data scope: who is to inspect for a unit that has
-- persons is one of them.
create table user_inspection_unit (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user,
  company_code text not null check (company_code <> ''),
  inspection_unit text not null check (inspection_unit <> ''),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  created_by uuid not null,
  created_by_name text not null,
  ended_by_name text not null default ''
);
create unique index user_inspection_unit_live
  on user_inspection_unit (user_id, company_code, inspection_unit) where valid_to is null;
create index user_inspection_unit_unit on user_inspection_unit (company_code, inspection_unit) where valid_to is null;

-- 领料单位公司工厂关系: the plants from which a picking unit may draw; a unit without rows may draw from all of its company.
create table picking_unit_plant (
  company_code text not null references company,
  picking_unit text not null check (picking_unit <> ''),
  plant text not null check (plant <> ''),
  remark text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, picking_unit, plant),
  check (valid_to >= valid_from)
);
select create_search_index('picking_unit_plant', array['picking_unit', 'pinyin', 'plant', 'remark']);
