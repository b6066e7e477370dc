-- A link that only refers to a line (an inspection notice to an arrival) takes nothing up of its open quantity.
alter table document_link add column is_counted boolean not null default true;
