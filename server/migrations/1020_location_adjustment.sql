-- 货位调整单 Location adjustment
select create_document_tables('location_adjustment', array['draft', 'executed', 'undone'],
  header => $$
    reason text,
    undo_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    stock_category text check (stock_category in ('UU', 'QI', 'BL', 'GRB')),
    target_bin text,
    special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
    special_stock_reference text
  $$);
