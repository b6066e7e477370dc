-- Delivery notes and arrival records that are the papers of goods which came before them.
alter table delivery_note add column supplement_of text;
alter table delivery_note_line add column supplement_of_line integer;
alter table arrival add column supplement_of text;
create index delivery_note_supplement_of on delivery_note (company_code, supplement_of) where supplement_of is not null;

create index unannounced_arrival_due on unannounced_arrival (company_code, supplement_due_date, created_at, id);
create index unannounced_arrival_supplier on unannounced_arrival (company_code, supplier_no, created_at, id);
