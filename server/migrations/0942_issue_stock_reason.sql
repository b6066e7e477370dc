-- Why other stock was issued than the system proposed, and what it proposed (first expired first out).
alter table goods_issue_line add column stock_reason text, add column proposed_stock text;
