-- The serial numbers of the pieces of a line, one for each piece in the base unit.
alter table delivery_note_line add column serial_numbers text[];
alter table arrival_line add column serial_numbers text[], add column rejected_serial_numbers text[];
alter table inspection_notice_line add column serial_numbers text[];
alter table inspection_order_line add column serial_numbers text[], add column rejected_serial_numbers text[],
  add column missing_serial_numbers text[];
alter table arrival_shortage_line add column serial_numbers text[];
alter table goods_receipt_line add column serial_numbers text[];
alter table goods_issue_line add column serial_numbers text[];
