-- Of what a requisition drew of a freeze for a work order: how much it has given back. With the last of it the draw ends.
alter table freeze_draw add column given_back numeric(18,3) not null default 0 check (given_back >= 0);
update freeze_draw set given_back = quantity where given_back_at is not null;
