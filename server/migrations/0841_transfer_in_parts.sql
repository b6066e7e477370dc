-- A transfer is received at once or in parts; what did not arrive stays in transit until it does or is sent back.
alter table transfer_order drop constraint transfer_order_state_check;
alter table transfer_order add constraint transfer_order_state_check check (state in ('draft', 'submitted', 'returned',
  'approved', 'inTransit', 'partlyReceived', 'received', 'cancelled', 'reversed'));
alter table transfer_order add column send_back_reason text;
alter table transfer_order_line add column in_transit_quantity numeric(18,3), add column received_quantity numeric(18,3);
update transfer_order_line l set
  in_transit_quantity = case h.state when 'inTransit' then l.quantity else 0 end,
  received_quantity = case h.state when 'received' then l.quantity else 0 end
from transfer_order h
where h.company_code = l.company_code and h.id = l.document_id and h.state in ('inTransit', 'received');
