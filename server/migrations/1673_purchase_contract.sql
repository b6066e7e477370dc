-- Contracts that order items call off, as the ERP has them: goods of an item whose contract has expired wait for the buyer
-- (domain.md 1.2, problem documents). Orders are read as a whole once, so that each names its contract.
-- Where the ERP is configured already, the interface stays off until somebody has configured this service too.
insert into erp_interface (company_code, interface_code, label_zh, label_en, service_path, is_on)
select '', 'purchase-contract', '采购合同', 'Purchase contracts', '/sap/opu/odata/sap/API_PURCHASECONTRACT_PROCESS_SRV',
  not exists (select from erp_interface where interface_code = 'purchase-order' and base_url <> '');

create table purchase_contract (
  company_code text not null,
  contract_no text not null,
  supplier_no text not null,
  valid_from date,
  valid_to date,
  is_deleted boolean not null default false,
  synced_at timestamptz not null default now(),
  primary key (company_code, contract_no)
);

alter table purchase_order_line add column contract_no text, add column contract_line integer;
update erp_sync_state set changed_until = null where interface_code = 'purchase-order';

alter table problem_document_line add column contract_no text, add column contract_end date;
alter table problem_document drop constraint problem_document_cause_check;
alter table problem_document add constraint problem_document_cause_check
  check (cause in ('shortage', 'orderChanged', 'orderEnded', 'orderBlocked', 'contractExpired', 'overDelivery',
    'orderBelowPosted', 'receiptBelowPosted', 'documentsMissing', 'sparesMissing'));
alter table problem_document drop constraint problem_document_remedy_check;
alter table problem_document add constraint problem_document_remedy_check
  check (remedy in ('shortage', 'orderChanged', 'orderEnded', 'orderBlocked', 'contractExpired', 'overDelivery',
    'orderBelowPosted', 'receiptBelowPosted', 'documentsMissing', 'sparesMissing'));
