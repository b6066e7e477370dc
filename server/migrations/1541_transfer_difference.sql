-- 转储差异单 Transfer difference: what the receiver of a transfer did not get, until somebody else decides what became of it.
select create_document_tables('transfer_difference', array['undecided', 'settled', 'reversalRequested', 'reversalApproved', 'reversed'],
  header => $$
    receiving_plant text,
    receiving_storage_location text,
    decision_remark text,
    reversal_reason text
  $$,
  lines => $$
    batch text,
    bin text,
    found_quantity numeric(18,3),
    returned_quantity numeric(18,3),
    lost_quantity numeric(18,3),
    special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
    special_stock_reference text,
    serial_numbers text[]
  $$);

alter table transfer_order drop constraint transfer_order_state_check;
alter table transfer_order add constraint transfer_order_state_check check (state in ('draft', 'submitted', 'returned',
  'approved', 'ready', 'inTransit', 'partlyReceived', 'differing', 'received', 'cancelled', 'reversalRequested',
  'reversalApproved', 'reversed'));
alter table transfer_order add column difference_reason text;
create index transfer_difference_receiving on transfer_difference (company_code, receiving_plant, receiving_storage_location, created_at, id);
