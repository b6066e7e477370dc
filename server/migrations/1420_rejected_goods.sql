-- 不合格品单 Rejected goods
select create_document_tables('rejected_goods', array['recorded', 'appealed', 'confirmed', 'partlyHandled', 'closed', 'withdrawn'],
  header => $$
    supplier_no text,
    report_no text,
    set_aside_at timestamptz,
    confirm_remark text,
    withdrawal_reason text,
    appeal text,
    appeal_answer text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    batch text,
    serial_numbers text[],
    defect_class text check (defect_class in ('dimension', 'material', 'surface', 'documents', 'damage', 'function')),
    characteristics text,
    bin text,
    rejects_bin text,
    is_received boolean
  $$);
