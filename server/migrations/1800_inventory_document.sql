-- Differences of counts posted by physical inventory documents (MI01, MI04, MI07). Where the ERP is configured already, the
-- interface stays off until somebody has configured this service too.
insert into erp_interface (company_code, interface_code, label_zh, label_en, service_path, is_on)
select '', 'physical-inventory', '盘点凭证', 'Physical inventory documents', '/sap/opu/odata/sap/API_PHYSICAL_INVENTORY_DOC_SRV',
  not exists (select from erp_interface where interface_code = 'material-document' and base_url <> '');
