-- A loss on a transfer above the limit is approved by the director; what it is worth, with the losses lately.
alter table transfer_difference drop constraint transfer_difference_state_check;
alter table transfer_difference add constraint transfer_difference_state_check check (state in
  ('undecided', 'toDirector', 'settled', 'reversalRequested', 'reversalApproved', 'reversed'));
alter table transfer_difference
  add column loss_total numeric(18,2),
  add column cumulated_total numeric(18,2),
  add column review_remark text,
  add column needs_director text check (needs_director in ('notNeeded', 'aboveLimit', 'aboveGroupLimit', 'amountUnknown', 'always')),
  add column limit_director numeric(18,2);
alter table transfer_difference_line add column lost_amount numeric(18,2);
