-- What a supplier gets for his goods that are drawn from his stock here, as the ERP has it (consignment info records): without
-- it the ERP posts no withdrawal (domain.md 1.7, trade review 9).
-- Where the ERP is configured already, the interface stays off until somebody has configured this service too.
insert into erp_interface (company_code, interface_code, label_zh, label_en, service_path, is_on)
select '', 'consignment-price', '代储信息记录', 'Consignment info records', '/sap/opu/odata/sap/API_INFORECORD_PROCESS_SRV',
  not exists (select from erp_interface where interface_code = 'purchase-order' and base_url <> '');

create table erp_consignment_price (
  company_code text not null,
  supplier_no text not null,
  material_no text not null,
  -- '' for all plants of the purchasing organisation.
  plant text not null,
  purchasing_organization text not null,
  price numeric not null,
  price_quantity numeric not null,
  unit text not null,
  currency text not null,
  valid_to date,
  synced_at timestamptz not null,
  primary key (company_code, supplier_no, material_no, plant, purchasing_organization)
);
