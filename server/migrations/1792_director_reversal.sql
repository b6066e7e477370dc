-- A loss on a transfer and the scrapping of rejects that the director has approved are taken back with his approval too.
alter table transfer_difference drop constraint transfer_difference_state_check;
alter table transfer_difference add constraint transfer_difference_state_check check (state in
  ('undecided', 'toDirector', 'settled', 'reversalRequested', 'reversalToDirector', 'reversalApproved', 'reversed'));
alter table rejects_scrap drop constraint rejects_scrap_state_check;
alter table rejects_scrap add constraint rejects_scrap_state_check check (state in
  ('draft', 'submitted', 'returned', 'toDirector', 'scrapped', 'reversalRequested', 'reversalToDirector', 'reversalApproved',
   'reversed'));
