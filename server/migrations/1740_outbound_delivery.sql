-- Goods issues of outbound deliveries: the ERP posts 601, 641 and 643 by their delivery only (domain.md 1.7). Where the ERP
-- is configured already, the interface stays off until somebody has configured this service too.
insert into erp_interface (company_code, interface_code, label_zh, label_en, service_path, is_on)
select '', 'outbound-delivery', '外向交货发货', 'Outbound deliveries', '/sap/opu/odata/sap/API_OUTBOUND_DELIVERY_SRV;v=0002',
  not exists (select from erp_interface where interface_code = 'material-document' and base_url <> '');

-- Deliveries as the ERP has them, by the company of the plant that issues their goods; one row per item.
create table outbound_delivery_item (
  company_code text not null,
  delivery_no text not null,
  delivery_item integer not null,
  -- The sales order, or the order of another plant, that the delivery is made for.
  order_no text not null,
  order_item integer not null,
  ship_to text not null,
  receiving_plant text not null default '',
  material_no text not null,
  plant text not null,
  storage_location text not null default '',
  batch text not null default '',
  quantity numeric(16, 3) not null,
  unit text not null,
  movement_type text not null,
  planned_date date,
  is_blocked boolean not null default false,
  -- Its goods issue is posted.
  is_issued boolean not null default false,
  synced_at timestamptz not null,
  primary key (company_code, delivery_no, delivery_item)
);
create index outbound_delivery_item_order on outbound_delivery_item (company_code, order_no, order_item);

alter table goods_issue_line add column delivery_no text, add column delivery_item integer;

-- Goods of a sales order are issued by its delivery (601), which is billed. Without one (231) only where a reservation
-- prescribes it, or a company has its own rule.
insert into erp_movement_rule
  (company_code, purpose, from_place, from_category, to_place, to_category, distance, from_special_stock, to_special_stock,
   account_assignment, basis, movement_type, reversal_movement_type, goods_movement_code, reference_document_type)
values
  ('', 'sale-by-delivery', 'stock', 'UU', 'consumption', '', '', '*', '*', 'sales-order', 'delivery', '601', '602', '03', 'L');
update erp_movement_rule set is_only_prescribed = true where company_code = '' and purpose = 'issue-to-sales-order';

-- What still waits to be sent as a goods movement is sent by its delivery.
update erp_posting set interface_code = 'outbound-delivery'
where direction = 'post' and state in ('pending', 'rejected', 'dead', 'blocked')
  and payload #>> '{items,0,referenceDocumentType}' = 'L' and payload #>> '{items,0,delivery}' <> '';
