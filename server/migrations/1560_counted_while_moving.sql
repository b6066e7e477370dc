-- Goods go on moving while others count: a line keeps what the books had when it was counted, and what moved since the
-- snapshot. Beyond the tolerance of its ABC class it is counted again by another person.
alter table stocktaking_line
  add column moved_quantity numeric(18,3),
  add column book_at_count numeric(18,3),
  add column second_at_count numeric(18,3),
  add column counted_at timestamptz,
  add column recount_needed boolean,
  add column is_different boolean;
-- Counts made before were compared with the snapshot.
update stocktaking_line set moved_quantity = 0, book_at_count = quantity, second_at_count = second_quantity,
  is_different = difference_quantity <> 0 or coalesce(second_difference_quantity, 0) <> 0
    or cardinality(coalesce(missing_serial_numbers, '{}')) + cardinality(coalesce(surplus_serial_numbers, '{}')) > 0
where counted_quantity is not null;

alter table stocktaking drop constraint stocktaking_state_check;
alter table stocktaking add constraint stocktaking_state_check check (state in
  ('draft', 'counting', 'toRecount', 'counted', 'differing', 'handled', 'toDirector', 'adjusted', 'writtenOff', 'cancelled',
    'reversalRequested', 'reversalApproved', 'reversed'));
