-- 重复物料: keys by which alike materials are found, and the pairs found with what was decided of them. Materials belong to
-- no company, so neither do these.
create table material_match_key (
  material_no text not null,
  match_key text not null,
  -- Of what the keys were made; materials with another text are read again.
  described text not null,
  primary key (material_no, match_key)
);
create index material_match_key_of on material_match_key (match_key, material_no);

create table material_pair (
  material_no text not null,
  other_no text not null,
  state text not null default 'open' check (state in ('open', 'same', 'other', 'equivalent')),
  suggestion text not null check (suggestion in ('same', 'equivalent')),
  score numeric(4,3) not null check (score between 0 and 1),
  -- As they were when the pair was found or decided.
  description text not null,
  other_description text not null,
  manufacturer text not null default '',
  other_manufacturer text not null default '',
  material_group text not null default '',
  -- Of the same: the one that new documents name.
  kept_no text not null default '',
  reason text not null default '',
  decided_by uuid,
  decided_by_name text not null default '',
  decided_at timestamptz,
  found_at timestamptz not null default now(),
  pinyin text not null default '',
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by_name text not null default '',
  primary key (material_no, other_no),
  check (material_no < other_no),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'same') = (kept_no <> ''))
);
create index material_pair_other on material_pair (other_no, material_no);
create index material_pair_state on material_pair (state, material_no, other_no);
create index material_pair_decided on material_pair (decided_at) where decided_at is not null;
-- Of what may replace a material.
create index material_pair_replacing on material_pair (material_no, other_no) where state in ('same', 'equivalent');
select create_search_index('material_pair', array['description', 'material_no', 'other_description', 'other_no', 'pinyin']);

-- The text of which the keys are made.
create function material_described(m material) returns text language sql immutable parallel safe as $$
  select md5(concat_ws(E'\x1f', m.description, m.specification, m.material_grade, m.drawing_no, m.manufacturer, m.unit, m.hazard_class))
$$;
