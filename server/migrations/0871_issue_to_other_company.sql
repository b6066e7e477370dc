-- The goods issue of a stock transport order between two companies, for the delivery to the receiving company.
insert into erp_movement_rule
  (company_code, purpose, from_place, from_category, to_place, to_category, distance, from_special_stock, to_special_stock,
   account_assignment, basis, movement_type, reversal_movement_type, goods_movement_code, reference_document_type)
values
  ('', 'issue-to-other-company', 'stock', 'UU', 'customer', '', '', '*', '*', 'other-company', 'delivery', '643', '644', '03', 'L');
