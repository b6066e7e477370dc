-- Scrapping above the limit is approved by the director; somebody pays for it: a cost object, or the supplier by a claim.
alter table rejects_scrap drop constraint rejects_scrap_state_check;
alter table rejects_scrap add constraint rejects_scrap_state_check check (state in
  ('draft', 'submitted', 'returned', 'toDirector', 'scrapped', 'reversalRequested', 'reversalApproved', 'reversed'));
alter table rejects_scrap
  add column cost_center text,
  add column wbs_element text,
  add column order_no text,
  add column claim_no text,
  add column scrap_total numeric(18,2),
  add column cumulated_total numeric(18,2),
  add column needs_director text check (needs_director in ('notNeeded', 'aboveLimit', 'aboveGroupLimit', 'amountUnknown', 'always')),
  add column limit_director numeric(18,2);
alter table rejects_scrap_line add column scrap_amount numeric(18,2);
