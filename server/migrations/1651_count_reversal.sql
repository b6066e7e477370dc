-- A count above the limit of the director is taken back with his approval too.
alter table stocktaking drop constraint stocktaking_state_check;
alter table stocktaking add constraint stocktaking_state_check check (state in
  ('draft', 'counting', 'toRecount', 'counted', 'differing', 'handled', 'toDirector', 'adjusted', 'writtenOff', 'cancelled',
    'reversalRequested', 'reversalToDirector', 'reversalApproved', 'reversed'));
