-- Differences of a count have an amount, and above the limit of the company the director approves them too.
alter table stocktaking
  add column review_remark text,
  add column needs_director text check (needs_director in ('notNeeded', 'aboveLimit', 'amountUnknown', 'always')),
  add column limit_director numeric(18,2),
  add column difference_total numeric(18,2);
alter table stocktaking_line add column difference_amount numeric(18,2);
alter table stocktaking drop constraint stocktaking_state_check;
alter table stocktaking add constraint stocktaking_state_check check (state in
  ('draft', 'counting', 'counted', 'differing', 'handled', 'toDirector', 'adjusted', 'writtenOff', 'cancelled', 'reversed'));
-- Orders that waited for approval before have no route: they need both levels. Their to-do is the review.
update todo t set action = 'review' from stocktaking s
where t.document_type = 'stocktaking' and t.done_at is null and t.action = 'explain'
  and s.company_code = t.company_code and s.id = t.document_id and s.state = 'handled';
