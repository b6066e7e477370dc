-- The special stock to be withdrawn for a reservation item (RESB-SOBKZ), and whose it is.
alter table reservation_line
  add column special_stock text,
  add column special_stock_reference text;
