-- 补库申请单 Replenishment request
select create_document_tables('replenishment_request', array['draft', 'requested', 'placed', 'cancelled'],
  header => $$
    required_date date,
    purchase_requester text,
    purchase_request_no text,
    cancel_reason text
  $$,
  lines => $$
    target_quantity numeric(18,3),
    covered_quantity numeric(18,3),
    missing_quantity numeric(18,3)
  $$);
select create_due_indexes('replenishment_request', 'required_date', array['draft', 'requested', 'placed', 'cancelled']);
