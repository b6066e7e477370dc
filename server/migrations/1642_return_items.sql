-- Items of purchase orders whose goods go back to the supplier (RETPO) are mirrored like all others, and not received.
alter table purchase_order_line
  drop constraint purchase_order_line_receipt_obstacle_check,
  add constraint purchase_order_line_receipt_obstacle_check
    check (receipt_obstacle in ('consumed', 'service', 'notExpected', 'notReleased', 'returned'));
