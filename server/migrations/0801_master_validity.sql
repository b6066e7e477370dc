-- Picking units and requesters apply for a time; a row without days always applies.
alter table picking_unit add column valid_from date, add column valid_to date, add check (valid_to >= valid_from);
alter table requester add column valid_from date, add column valid_to date, add check (valid_to >= valid_from);
