-- 问题单据 Problem document
select create_document_tables('problem_document', array['raised', 'answered', 'closed'],
  header => $$
    supplier_no text,
    cause text check (cause in ('shortage', 'orderChanged', 'orderEnded', 'overDelivery')),
    purchase_order_no text,
    concerned_nos text[],
    decision text check (decision in ('accepted', 'corrected', 'dismissed', 'causeGone')),
    remedy text check (remedy in ('shortage', 'orderChanged', 'orderEnded', 'overDelivery')),
    answer text,
    decision_reason text
  $$,
  lines => $$
    purchase_order_line integer,
    ordered_before numeric(18,3),
    ordered_after numeric(18,3),
    due_before date,
    due_after date,
    is_price_changed boolean
  $$);

-- What is open of an order is looked up whenever more is found.
create index problem_document_open on problem_document (company_code, purchase_order_no)
  where state in ('raised', 'answered');
