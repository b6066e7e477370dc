-- The plant that supplies the goods of an internal order (EKKO-RESWK); it comes with the next synchronisation of the order.
alter table purchase_order_line add column supplying_plant text;
