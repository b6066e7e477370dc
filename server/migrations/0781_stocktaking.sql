-- 盘点单 Stocktaking order
select create_document_tables('stocktaking', array['draft', 'counting', 'counted', 'differing', 'handled', 'adjusted', 'writtenOff', 'cancelled', 'reversed'],
  header => $$
    count_type text check (count_type in ('annual', 'cycle', 'movement', 'spot')),
    is_blind boolean,
    snapshot_at timestamptz,
    cancel_reason text,
    reversal_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    stock_category text check (stock_category in ('UU', 'QI', 'BL')),
    special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
    special_stock_reference text,
    counted_quantity numeric(18,3),
    recounted_quantity numeric(18,3),
    difference_quantity numeric(18,3),
    difference_reason text check (difference_reason in ('missingTransaction', 'miscounted', 'found', 'expired', 'lost')),
    treatment text,
    adjusted_quantity numeric(18,3),
    count_remark text
  $$);
select allow_quantity_zero('stocktaking');
