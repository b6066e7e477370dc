-- 关联到货记录 Linked arrival record
select create_document_tables('linked_arrival', array['received', 'reversed'],
  header => $$
    supplier_no text,
    supplying_company text,
    issue_no text,
    delivery_no text,
    reversal_reason text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    bin text,
    batch text,
    amount numeric(18,2)
  $$);
