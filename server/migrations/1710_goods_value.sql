-- Where the ERP's value of posted goods is read: API_MATERIAL_DOCUMENT_SRV has only the amount that was sent to it. Until
-- a source answers, the estimate of the movement stands.
alter table erp_interface add column value_source text not null default 'accounting-document'
  check (value_source in ('accounting-document', 'goods-movement-view', 'valuation-price', 'none'));

-- Where the service of a company's own address has the new ones is for its administrator to say.
insert into erp_interface (company_code, interface_code, label_zh, label_en, service_path, is_on)
select '', code, label_zh, label_en, '/sap/opu/odata/sap/' || service,
  not exists (select from erp_interface where interface_code = 'material-document' and base_url <> '')
from (values
  ('accounting-document', '会计凭证', 'Accounting documents', 'API_OPLACCTGDOCITEMCUBE_SRV'),
  ('goods-movement-view', '物料凭证金额视图', 'View of goods movement amounts', 'YY1_GOODSMOVEMENTITEM_CDS')
) as service (code, label_zh, label_en, service);

-- Which source the amount of an item is from; '' if it is not known, or was read before there were several.
alter table erp_posting_item add column posted_value_source text not null default '';
