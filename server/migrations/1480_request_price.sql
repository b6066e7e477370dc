-- What the units expect to pay (EBAN-PREIS, PEINH, WAERS): it decides who approves goods announced before their order.
alter table purchase_request_line
  add column price numeric(18,2),
  add column price_unit numeric(18,6),
  add column currency text;
-- Read again, with prices and with what was ordered.
update erp_sync_state set changed_until = null where interface_code = 'purchase-request';
