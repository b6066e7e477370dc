-- The reason for movement (GRUND) that the ERP is told with a movement type, and whether it demands one (T156-KZGRU).
alter table erp_movement_rule
  add column movement_reason text not null default '' check (movement_reason ~ '^(\d{1,4})?$'),
  add column is_reason_required boolean not null default false;

-- In most systems a return to the supplier is refused without one; 0001 of 122 is "poor quality" as SAP delivers it.
update erp_movement_rule set is_reason_required = true, movement_reason = '0001'
where movement_type = '122' and purpose = 'return-to-supplier';
