-- 紧急出库单 Emergency issue, and where its goods are until their requisition is approved.
select create_document_tables('emergency_issue', array['draft', 'awaiting', 'partlySupplemented', 'supplemented', 'takenBack'],
  header => $$
    picking_unit text,
    requester text,
    cause text,
    gate_pass_no text,
    supplement_due_date date,
    take_back_reason text
  $$,
  lines => $$
    bin text,
    batch text,
    serial_numbers text[]
  $$);

insert into stock_place (place, erp_view, keeps_balance, period_column)
values ('awaiting-supplement', 'stock', true, 'transfer');

alter table requisition drop constraint requisition_requisition_type_check;
alter table requisition add constraint requisition_requisition_type_check
  check (requisition_type in ('planned', 'urgent', 'sales', 'supplement'));
