-- 批次更改单 Batch change
select create_document_tables('batch_change', array['draft', 'submitted', 'returned', 'changed', 'reversalRequested', 'reversed'],
  header => $$
    reason text,
    decision_remark text,
    reversal_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    stock_category text check (stock_category in ('UU', 'QI', 'BL', 'GRB')),
    special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
    special_stock_reference text,
    production_date date,
    new_production_date date,
    expiry_date date,
    new_expiry_date date,
    heat_no text,
    new_heat_no text,
    certificate_no text,
    new_certificate_no text
  $$);
