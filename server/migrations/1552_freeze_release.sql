-- 解冻单 Freeze release
select create_document_tables('freeze_release', array['draft', 'released', 'reversalRequested', 'reversalApproved', 'reversed'],
  header => $$
    freeze_reason text check (freeze_reason in ('quality', 'dispute', 'count', 'seal')),
    work_order_no text,
    release_condition text,
    release_ground text,
    reversal_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    serial_numbers text[],
    special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
    special_stock_reference text,
    hold_until date
  $$);
