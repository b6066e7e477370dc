-- What a test of an inspection destroyed (检毁数量).
alter table inspection_order_line add column destroyed_quantity numeric(18,3), add column destroyed_serial_numbers text[];
alter table inspection_notice_line add column destroyed_quantity numeric(18,3);
alter table arrival_line add column destroyed_quantity numeric(18,3);

-- The cost centre of an inspection unit, to which what its tests destroy is charged.
alter table inspection_unit add column cost_center text not null default '';

-- Withdrawal for sampling (331) out of inspection stock: at the cost of the inspection unit, of goods of a project at its own.
insert into erp_movement_rule
  (company_code, purpose, from_place, from_category, to_place, to_category, distance, from_special_stock, to_special_stock,
   account_assignment, basis, movement_type, reversal_movement_type, goods_movement_code, reference_document_type)
values
  ('', 'sample-from-inspection', 'stock', 'QI', 'consumption', '', '', '*', '*', 'cost-center', '*', '331', '332', '03', ''),
  ('', 'sample-from-inspection-for-project', 'stock', 'QI', 'consumption', '', '', '*', '*', 'project', '*', '331', '332', '03', '');
