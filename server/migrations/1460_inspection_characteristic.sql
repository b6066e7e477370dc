-- 检验项目 Characteristics inspected of the materials of a class, with their limits.
create table inspection_characteristic (
  company_code text not null references company,
  material_group text not null check (material_group <> ''),
  characteristic text not null check (characteristic <> ''),
  name text not null check (name <> ''),
  position integer,
  kind text not null check (kind in ('variable', 'attribute')),
  importance text not null check (importance in ('main', 'general')),
  is_required boolean not null default false,
  lower_limit numeric(18,3),
  upper_limit numeric(18,3),
  measuring_unit text not null default '',
  sample_size integer not null check (sample_size between 1 and 100),
  standard text not null default '',
  valid_from date,
  valid_to date,
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (company_code, material_group, characteristic),
  check (valid_to >= valid_from),
  check (lower_limit <= upper_limit),
  check ((kind = 'variable') = (lower_limit is not null or upper_limit is not null))
);
select create_search_index('inspection_characteristic', array['characteristic', 'name', 'pinyin', 'standard']);
