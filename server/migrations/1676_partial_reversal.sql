-- What was taken back of a goods issue before it was posted; null while nothing was.
alter table goods_issue_line add column reversed_quantity numeric(18,3), add column reversed_serial_numbers text[];
