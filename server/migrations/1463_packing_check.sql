-- 资料备件单 Documents and spares check
select create_document_tables('packing_check', array['draft', 'complete', 'incomplete', 'surplus', 'withdrawn'],
  header => $$
    supplier_no text,
    case_no text,
    attendees text[],
    withdraw_reason text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    batch text,
    item_kind text check (item_kind in ('document', 'spare', 'tool')),
    item_name text,
    required_count integer,
    found_count integer,
    outcome text check (outcome in ('complete', 'missing', 'surplus')),
    missing_count integer,
    surplus_count integer,
    item_no text
  $$);
