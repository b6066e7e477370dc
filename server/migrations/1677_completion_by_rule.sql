-- Whether the rule decided that a line completes its order item or reservation item; null before anything is decided, and of
-- what was decided before this was recorded.
alter table goods_receipt_line add column is_decided_by_rule boolean;
alter table direct_receipt_line add column is_decided_by_rule boolean;
alter table goods_issue_line add column is_decided_by_rule boolean;
