-- The plant that supplies the goods of an internal order is a fact of the order, not of its items (EKKO-RESWK).
alter table purchase_order add column supplying_plant text;
-- All items of an order name the same plant; those that were last synchronised before 0883 name none.
update purchase_order h set supplying_plant = l.supplying_plant
from (
  select company_code, document_id, max(supplying_plant) as supplying_plant
  from purchase_order_line where supplying_plant is not null group by company_code, document_id
) l
where l.company_code = h.company_code and l.document_id = h.id;
alter table purchase_order_line drop column supplying_plant;
