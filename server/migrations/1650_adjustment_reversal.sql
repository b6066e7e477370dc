-- What the director has approved is taken back with his approval too.
alter table stock_adjustment drop constraint stock_adjustment_state_check;
alter table stock_adjustment add constraint stock_adjustment_state_check check (state in
  ('draft', 'submitted', 'toDirector', 'returned', 'adjusted', 'settled', 'cancelled', 'reversalRequested', 'reversalToDirector',
   'reversed'));
