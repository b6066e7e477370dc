-- 冻结单 Freeze order
select create_document_tables('freeze_order', array['draft', 'frozen', 'partlyReleased', 'released', 'expired', 'cancelled', 'reversalRequested', 'reversalApproved', 'reversed'],
  header => $$
    freeze_type text check (freeze_type in ('stock', 'eam')),
    freeze_reason text check (freeze_reason in ('quality', 'dispute', 'count', 'seal')),
    release_condition text,
    work_order_no text,
    hold_until date,
    reversal_reason text,
    cancel_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    serial_numbers text[],
    special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
    special_stock_reference text
  $$);
select create_due_indexes('freeze_order', 'hold_until', array['frozen', 'partlyReleased', 'released', 'reversalRequested', 'reversalApproved']);
