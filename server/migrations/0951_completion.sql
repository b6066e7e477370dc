-- Whether a receipt completes its order item (ELIKZ), and an issue its reservation item (KZEAR).
alter table arrival_line add column delivery_completion text
  check (delivery_completion in ('byRule', 'completed', 'open'));
alter table goods_receipt_line add column delivery_completion text
  check (delivery_completion in ('byRule', 'completed', 'open'));
alter table goods_issue_line add column final_issue text
  check (final_issue in ('byRule', 'final', 'open'));
