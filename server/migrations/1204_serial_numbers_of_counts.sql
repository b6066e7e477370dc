-- A count of goods with serial numbers: the pieces of the books when it was started, those found, and how they differ.
alter table stocktaking_line
  add column serial_numbers text[],
  add column counted_serial_numbers text[],
  add column recounted_serial_numbers text[],
  add column missing_serial_numbers text[],
  add column surplus_serial_numbers text[];
