-- 货位冻结单 Place freeze
select create_document_tables('place_freeze', array['draft', 'frozen', 'released', 'cancelled'],
  header => $$
    freeze_reason text check (freeze_reason in ('quality', 'dispute', 'count', 'seal')),
    release_condition text,
    hold_until date,
    release_ground text,
    cancel_reason text
  $$,
  lines => $$
    scope text check (scope in ('bin', 'area', 'location')),
    bin text,
    bin_area text
  $$,
  has_goods => false);
select create_due_indexes('place_freeze', 'hold_until', array['frozen']);
