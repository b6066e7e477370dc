-- 转储类型: in two steps or one, within a plant or to another one, or a change of owner.
alter table transfer_order drop constraint transfer_order_state_check;
alter table transfer_order add constraint transfer_order_state_check check (state in ('draft', 'submitted', 'returned',
  'approved', 'ready', 'inTransit', 'partlyReceived', 'received', 'cancelled', 'reversalRequested', 'reversalApproved',
  'reversed'));
alter table transfer_order
  add column transfer_type text not null default 'twoStep'
    check (transfer_type in ('twoStep', 'oneStep', 'consignmentToOwn', 'projectToOwn', 'ownToProject')),
  add column receiving_plant text;
update transfer_order set receiving_plant = plant;
alter table transfer_order_line
  add column special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
  add column special_stock_reference text,
  add column target_wbs_element text;
-- The worklist of the people where the goods arrive.
create index transfer_order_receiving on transfer_order (company_code, receiving_plant, receiving_storage_location, created_at, id);
