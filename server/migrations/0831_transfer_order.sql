-- 转储单 Transfer order
select create_document_tables('transfer_order', array['draft', 'submitted', 'returned', 'approved', 'inTransit', 'received', 'cancelled', 'reversed'],
  header => $$
    receiving_storage_location text,
    reason text,
    decision_remark text,
    cancel_reason text,
    reversal_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    receiving_bin text
  $$);
