-- 检毁单 Sample withdrawal
select create_document_tables('sample_withdrawal', array['recorded', 'reversalRequested', 'reversalApproved', 'reversed'],
  header => $$
    supplier_no text,
    reversal_reason text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    batch text,
    serial_numbers text[],
    bin text,
    arrival_no text,
    reference text,
    inspection_unit text,
    cost_center text,
    wbs_element text,
    stock_category text,
    special_stock text,
    special_stock_reference text
  $$);
