-- 到货短缺单 Arrival shortage
select create_document_tables('arrival_shortage', array['recorded', 'reversalRequested', 'reversalApproved', 'reversed'],
  header => $$
    supplier_no text,
    reversal_reason text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    batch text,
    bin text,
    arrival_no text,
    reference text,
    stock_category text,
    special_stock text,
    special_stock_reference text
  $$);

-- What an inspection found missing of what was counted at the gate.
alter table inspection_order_line add column missing_quantity numeric(18,3);
alter table inspection_notice_line add column missing_quantity numeric(18,3);

-- Goods that never arrived are no return (122, 124) but a partial reversal of the receipt.
insert into erp_movement_rule
  (company_code, purpose, from_place, from_category, to_place, to_category, distance, from_special_stock, to_special_stock,
   account_assignment, basis, movement_type, reversal_movement_type, goods_movement_code, reference_document_type)
values
  ('', 'shortage-of-arrival', 'stock', '*', 'supplier', '', '', '*', '*', 'shortage', 'purchase-order', '102', '101', '01', 'B'),
  ('', 'shortage-in-receipt-block', 'stock', 'GRB', 'supplier', '', '', '*', '*', 'shortage', 'purchase-order', '104', '103', '01', 'B');
