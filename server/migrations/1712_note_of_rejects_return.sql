-- The supplier's delivery note of the receipt that the returned goods came with.
alter table rejects_return_line add column reference text;
