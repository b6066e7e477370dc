-- 跨公司出库单 Cross-company issue
select create_document_tables('cross_company_issue', array['draft', 'submitted', 'returned', 'approved', 'issued', 'cancelled', 'reversed'],
  header => $$
    internal_order_no text,
    delivery_no text,
    receiving_company text,
    receiving_plant text,
    receiving_storage_location text,
    arrival_no text,
    reversal_reason text,
    decision_remark text,
    cancel_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    internal_order_line integer,
    delivery_item integer
  $$);
