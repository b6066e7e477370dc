alter table stock_initialisation_line add column serial_numbers text[];
alter table transfer_order_line add column serial_numbers text[];
alter table location_adjustment_line add column serial_numbers text[];
alter table cross_company_issue_line add column serial_numbers text[];
alter table linked_arrival_line add column serial_numbers text[];
