-- 让步接收单 Concession
select create_document_tables('concession', array['draft', 'submitted', 'returned', 'conceded', 'reversalRequested', 'reversed'],
  header => $$
    supplier_no text,
    ground text,
    decision_remark text,
    reversal_reason text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    batch text,
    serial_numbers text[],
    defect_class text check (defect_class in ('dimension', 'material', 'surface', 'documents', 'damage', 'function')),
    bin text,
    rejects_bin text,
    is_received boolean
  $$);
