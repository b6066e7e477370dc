-- What SAP wants with each movement of the material and is not sent yet: serial numbers (MARC-SERNP), or a valuation type
-- (MBEW-BWTTY).
alter table material add column posting_obstacle text check (posting_obstacle in ('serialNumbers', 'valuationType'));
-- It is not known of the materials read before: all of them are read again.
update erp_sync_state set changed_until = null where interface_code = 'product';
