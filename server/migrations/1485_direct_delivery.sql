-- 直送单 Direct delivery
select create_document_tables('direct_receipt', array['draft', 'dispatched', 'signed', 'rejected', 'reviewed', 'reversalRequested', 'reversalApproved', 'reversed'],
  header => $$
    supplier_no text,
    plate_no text,
    eta_date date,
    picking_unit text,
    delivery_place text,
    cost_center text,
    wbs_element text,
    order_no text,
    network_no text,
    asset_no text,
    asset_sub_no text,
    gl_account text,
    signed_at timestamptz,
    issue_no text,
    reversal_reason text,
    review_remark text,
    correction_remark text,
    signed_by text,
    visual_check text check (visual_check in ('intact', 'packageDamaged', 'wet', 'deformed')),
    refusal_reason text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    reference text,
    valuation_type text,
    batch text,
    heat_no text,
    certificate_no text,
    production_date date,
    expiry_date date,
    serial_numbers text[],
    case_no text,
    special_stock text,
    special_stock_reference text,
    refused_quantity numeric(18,3),
    is_consumed boolean,
    amount numeric(18,2)
  $$);

-- 直送发货单 Direct issue
select create_document_tables('direct_issue', array['issued', 'rejected', 'reviewed', 'reversed'],
  header => $$
    supplier_no text,
    picking_unit text,
    delivery_place text,
    signed_by text,
    cost_center text,
    wbs_element text,
    order_no text,
    network_no text,
    asset_no text,
    asset_sub_no text,
    gl_account text,
    review_remark text,
    correction_remark text
  $$,
  lines => $$
    purchase_order_no text,
    purchase_order_line integer,
    batch text,
    serial_numbers text[],
    special_stock text,
    special_stock_reference text,
    amount numeric(18,2)
  $$);

-- The virtual bin between the two, always empty afterwards.
insert into stock_place (place, erp_view, keeps_balance, period_column) values ('direct-delivery', 'stock', true, 'transfer');

-- Goods whose order is charged itself: the ERP consumes them with the receipt.
insert into erp_movement_rule
  (company_code, purpose, from_place, from_category, to_place, to_category, distance, from_special_stock, to_special_stock,
   account_assignment, basis, movement_type, reversal_movement_type, goods_movement_code, reference_document_type)
values
  ('', 'receipt-to-consumption', 'supplier', '', 'consumption', '', '', '*', '*', '*', 'purchase-order', '101', '102', '01', 'B');

-- What our documents have posted of an order is read whenever the order is.
create index direct_receipt_line_order on direct_receipt_line (company_code, purchase_order_no, purchase_order_line);
drop index if exists direct_receipt_line_text;
select create_search_index('direct_receipt_line', array['description', 'material_no', 'purchase_order_no', 'source_no']);
create index direct_receipt_unit on direct_receipt (company_code, picking_unit, created_at, id);
create index direct_receipt_supplier on direct_receipt (company_code, supplier_no, created_at, id);
create index direct_receipt_expected on direct_receipt (company_code, eta_date, created_at, id);
create index direct_issue_unit on direct_issue (company_code, picking_unit, created_at, id);
create index direct_issue_supplier on direct_issue (company_code, supplier_no, created_at, id);
-- Few of the announced goods go straight to their user.
create index delivery_note_direct on delivery_note (company_code, state, created_at, id) where delivery_mode = 'direct';
