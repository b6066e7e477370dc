-- Picked goods are held for their issue, no longer for its requisition. Of such a hold: what the requisition held there
-- before, and holds again when the picking is undone.
alter table stock_hold add column handed numeric(18,3) not null default 0 check (handed >= 0);
