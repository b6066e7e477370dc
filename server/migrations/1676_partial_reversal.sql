-- What was taken back of a goods issue or a goods receipt before it was posted; null while nothing was.
alter table goods_issue_line add column reversed_quantity numeric(18,3), add column reversed_serial_numbers text[];
alter table goods_receipt_line add column reversed_quantity numeric(18,3), add column reversed_serial_numbers text[];
