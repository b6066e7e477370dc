-- Why the goods of an order item are not received into stock here; null if they are.
alter table purchase_order_line add column receipt_obstacle text
  check (receipt_obstacle in ('consumed', 'service', 'notExpected', 'notReleased'));
