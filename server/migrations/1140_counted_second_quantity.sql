-- A count may find that the pieces of a stock are right and their weight is not, or that fewer pieces weigh more: such a move
-- has the quantity zero, or a second quantity of the opposite sign. The ledger accepts both only between the stock and the
-- place of count differences.
alter table stock_move drop constraint stock_move_quantity_check;
alter table stock_move drop constraint stock_move_second_quantity_check;
alter table stock_move add constraint stock_move_quantity_check
  check (quantity > 0 or (quantity = 0 and second_quantity > 0));

-- Of empty bins both book quantities are zero.
alter table stocktaking_line drop constraint stocktaking_line_second_quantity_check;
alter table stocktaking_line add constraint stocktaking_line_second_quantity_check check (second_quantity >= 0);
alter table stocktaking_line
  add column counted_second_quantity numeric(18,3),
  add column recounted_second_quantity numeric(18,3),
  add column second_difference_quantity numeric(18,3);
