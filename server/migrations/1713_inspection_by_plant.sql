-- Plants in which the ERP does not post receipts of a material to inspection stock, although it does so in others
-- (MARC-INSMK): the material needs no inspection there.
alter table material add column uninspected_plants text[] not null default '{}';
