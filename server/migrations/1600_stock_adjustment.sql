-- 库存调整单 Stock adjustment
select create_document_tables('stock_adjustment', array['draft', 'submitted', 'toDirector', 'returned', 'adjusted', 'settled', 'cancelled', 'reversalRequested', 'reversed'],
  header => $$
    reason_code text check (reason_code in ('notInErp', 'doubled', 'notReceived', 'leftUnrecorded', 'wrongUnit')),
    evidence text,
    difference_total numeric(18,2),
    cumulated_total numeric(18,2),
    review_remark text,
    needs_director text check (needs_director in ('notNeeded', 'aboveLimit', 'aboveGroupLimit', 'amountUnknown', 'always')),
    limit_director numeric(18,2),
    reversal_reason text,
    erp_document_no text,
    erp_document_year integer,
    cancel_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    stock_category text check (stock_category in ('UU', 'QI', 'BL')),
    special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
    special_stock_reference text,
    actual_quantity numeric(18,3) check (actual_quantity >= 0),
    difference_quantity numeric(18,3),
    difference_amount numeric(18,2)
  $$);
select allow_quantity_zero('stock_adjustment');

-- Where goods of a stock adjustment come from and go to.
insert into stock_place (place, erp_view, keeps_balance, period_column) values
  ('stock-adjustment', 'outside', false, 'adjustment');

-- What the ERP would be told of a count, which is how it is corrected there: recorded with the movements, never sent.
insert into erp_movement_rule
  (company_code, purpose, from_place, from_category, to_place, to_category, distance, from_special_stock, to_special_stock,
   account_assignment, basis, movement_type, reversal_movement_type, goods_movement_code, reference_document_type)
values
  ('', 'adjustment-surplus', 'stock-adjustment', '', 'stock', 'UU', '', '*', '*', '*', '*', '701', '702', '06', ''),
  ('', 'adjustment-shortage', 'stock', 'UU', 'stock-adjustment', '', '', '*', '*', '*', '*', '702', '701', '06', ''),
  ('', 'adjustment-surplus-inspection', 'stock-adjustment', '', 'stock', 'QI', '', '*', '*', '*', '*', '703', '704', '06', ''),
  ('', 'adjustment-shortage-inspection', 'stock', 'QI', 'stock-adjustment', '', '', '*', '*', '*', '*', '704', '703', '06', ''),
  ('', 'adjustment-surplus-blocked', 'stock-adjustment', '', 'stock', 'BL', '', '*', '*', '*', '*', '707', '708', '06', ''),
  ('', 'adjustment-shortage-blocked', 'stock', 'BL', 'stock-adjustment', '', '', '*', '*', '*', '*', '708', '707', '06', '');
