-- 不合格品报废单 Scrapping of rejects
select create_document_tables('rejects_scrap', array['draft', 'submitted', 'returned', 'scrapped', 'reversalRequested', 'reversalApproved', 'reversed'],
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
    rejects_bin text,
    is_received boolean
  $$);
