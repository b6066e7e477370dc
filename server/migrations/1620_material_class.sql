-- 物料分类, 危险化学品, and what materials say of both (spec domain.md 1.5). The tree follows from the digits of the codes.
create table material_class (
  class_code text primary key check (class_code ~ '^[0-9]{8}$'),
  name text not null check (name <> ''),
  name_en text not null default '',
  level text not null generated always as (case when class_code like '%000000' then 'segment'
    when class_code like '%0000' then 'family' when class_code like '%00' then 'class' else 'commodity' end) stored,
  inspection text not null default '' check (inspection in ('', 'required', 'exempt')),
  shelf_life_days integer check (shelf_life_days > 0),
  minimum_remaining_days integer check (minimum_remaining_days >= 0),
  hazard_class text not null default ''
    check (hazard_class in ('', '2.1', '2.2', '2.3', '3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1', '8', '9')),
  criticality text not null default '' check (criticality in ('', 'A', 'B', 'C')),
  abc_class text not null default '' check (abc_class in ('', 'A', 'B', 'C')),
  required_documents text[] not null default '{}',
  preservation_kind text not null default ''
    check (preservation_kind in ('', 'rotateShaft', 'grease', 'nitrogen', 'elastomerAge', 'dryness', 'none')),
  preservation_interval_days integer check (preservation_interval_days > 0),
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default ''
);
select create_search_index('material_class', array['class_code', 'name', 'name_en', 'pinyin']);
create index material_class_prefix on material_class (class_code text_pattern_ops);
create index material_class_level on material_class (level, class_code);
create index material_class_preservation on material_class (preservation_kind, class_code) where preservation_kind <> '';

create table hazardous_substance (
  substance_no text primary key check (substance_no <> ''),
  category text not null check (category <> ''),
  name text not null check (name <> ''),
  threshold_tonnes numeric(12,3) not null check (threshold_tonnes > 0),
  basis text not null default '',
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default ''
);
select create_search_index('hazardous_substance', array['basis', 'category', 'name', 'pinyin', 'substance_no']);

alter table material
  add column material_class text not null default '',
  add column preservation_kind text not null default ''
    check (preservation_kind in ('', 'rotateShaft', 'grease', 'nitrogen', 'elastomerAge', 'dryness', 'none')),
  add column preservation_interval_days integer check (preservation_interval_days > 0),
  add column hazardous_substance text not null default '',
  add column replaced_by text not null default '';
-- Of the board: the materials of a class and those below, and those without one.
create index material_class_of on material (material_class text_pattern_ops, material_no);
create index material_preservation on material (preservation_kind, material_no) where preservation_kind <> '';
create index material_substance on material (hazardous_substance, material_no) where hazardous_substance <> '';
