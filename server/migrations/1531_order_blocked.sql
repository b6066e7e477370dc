-- An order item that is blocked in the ERP (EKPO-LOEKZ S) is not deleted: it opens again by itself. The mirrors are read as a
-- whole once, so that items that were taken for deleted until now are blocked.
alter table purchase_order_line add column is_blocked boolean;
update erp_sync_state set changed_until = null where interface_code = 'purchase-order';

alter table problem_document drop constraint problem_document_cause_check;
alter table problem_document add constraint problem_document_cause_check
  check (cause in ('shortage', 'orderChanged', 'orderEnded', 'orderBlocked', 'overDelivery', 'orderBelowPosted',
    'receiptBelowPosted', 'documentsMissing', 'sparesMissing'));
alter table problem_document drop constraint problem_document_remedy_check;
alter table problem_document add constraint problem_document_remedy_check
  check (remedy in ('shortage', 'orderChanged', 'orderEnded', 'orderBlocked', 'overDelivery', 'orderBelowPosted',
    'receiptBelowPosted', 'documentsMissing', 'sparesMissing'));
