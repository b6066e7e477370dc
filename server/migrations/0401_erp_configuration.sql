-- How the ERP is reached and spoken to: rows a person may change (/system/sapApiDeployMessage), never constants.

-- One row per service; company_code '' is the default of all companies, a company's own row replaces it.
create table erp_interface (
  company_code text not null,
  interface_code text not null,
  label_zh text not null,
  label_en text not null,
  -- Scheme and host, such as https://erp.example; '' means the address the server was started with (ERP_URL).
  base_url text not null default '',
  service_path text not null,
  sap_client text not null default '',
  language text not null default 'ZH',
  authentication text not null default 'basic' check (authentication in ('basic', 'bearer')),
  account text not null default '',
  -- Password or token, sealed with AES-256-GCM (platform/secrets); never leaves the server.
  secret text not null default '',
  timeout_ms integer not null default 60000 check (timeout_ms between 100 and 3600000),
  retries_max integer not null default 10 check (retries_max between 1 and 1000),
  retry_delay_seconds integer not null default 5 check (retry_delay_seconds between 0 and 3600),
  -- Longer than the ERP's own limit for a work process, so that a look-up after it is final.
  unknown_wait_seconds integer not null default 600 check (unknown_wait_seconds >= 0),
  second_look_seconds integer not null default 60 check (second_look_seconds >= 0),
  parallel_max integer not null default 4 check (parallel_max between 1 and 64),
  page_size integer not null default 500 check (page_size between 1 and 10000),
  -- Which header field carries our posting key.
  key_field text not null default 'MaterialDocumentHeaderText'
    check (key_field in ('MaterialDocumentHeaderText', 'ReferenceDocument')),
  -- 18 pads numeric material numbers with zeros for older systems; 0 sends them as they are.
  material_length integer not null default 0 check (material_length in (0, 18, 40)),
  is_on boolean not null default true,
  -- Builds and logs each request and sends nothing; postings stay pending.
  is_simulated boolean not null default false,
  idempotency_headers boolean not null default false,
  -- Set by the sender on a configuration fault: the queue stands until a person clears it.
  blocked_at timestamptz,
  blocked_code text not null default '',
  blocked_reason_zh text not null default '',
  blocked_reason_en text not null default '',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (company_code, interface_code)
);

insert into erp_interface (company_code, interface_code, label_zh, label_en, service_path) values
  ('', 'material-document', '物料凭证过账', 'Material documents', '/sap/opu/odata/sap/API_MATERIAL_DOCUMENT_SRV'),
  ('', 'reservation', '需求计划预留', 'Reservations', '/sap/opu/odata/sap/API_RESERVATION_DOCUMENT_SRV'),
  ('', 'purchase-order', '采购订单', 'Purchase orders', '/sap/opu/odata/sap/API_PURCHASEORDER_PROCESS_SRV'),
  ('', 'purchase-request', '采购申请', 'Purchase requests', '/sap/opu/odata/sap/API_PURCHASEREQ_PROCESS_SRV'),
  ('', 'sales-order', '销售订单', 'Sales orders', '/sap/opu/odata/sap/API_SALES_ORDER_SRV'),
  ('', 'material-stock', '实时库存', 'Material stock', '/sap/opu/odata/sap/API_MATERIAL_STOCK_SRV'),
  ('', 'product', '物料主数据', 'Materials', '/sap/opu/odata/sap/API_PRODUCT_SRV');

-- How far each mirror has read.
create table erp_sync_state (
  company_code text not null,
  interface_code text not null,
  -- Everything changed before this moment has been read.
  changed_until timestamptz,
  last_started_at timestamptz,
  last_succeeded_at timestamptz,
  last_count integer not null default 0,
  last_error_zh text not null default '',
  last_error_en text not null default '',
  primary key (company_code, interface_code)
);

-- Which movement type says what happened. '*' stands for anything, '' for nothing; a company's own row
-- beats the default (company_code ''), and the rule with fewer '*' beats the wider one.
create table erp_movement_rule (
  company_code text not null,
  purpose text not null,
  from_place text not null,
  from_category text not null,
  to_place text not null,
  to_category text not null,
  -- For moves inside the stock: how far it goes.
  distance text not null check (distance in ('*', '', 'same-location', 'other-location', 'other-plant')),
  from_special_stock text not null default '*' check (from_special_stock in ('*', '', 'K', 'Q', 'E', 'O')),
  to_special_stock text not null default '*' check (to_special_stock in ('*', '', 'K', 'Q', 'E', 'O')),
  account_assignment text not null default '*',
  -- What the posting refers to.
  basis text not null default '*' check (basis in ('*', '', 'purchase-order', 'order', 'delivery')),
  movement_type text not null check (movement_type ~ '^[0-9A-Z]{3}$'),
  reversal_movement_type text not null check (reversal_movement_type ~ '^[0-9A-Z]{3}$'),
  goods_movement_code text not null check (goods_movement_code ~ '^0[1-7]$'),
  reference_document_type text not null default '' check (reference_document_type in ('', 'B', 'F', 'L')),
  is_active boolean not null default true,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (company_code, purpose)
);

insert into erp_movement_rule
  (company_code, purpose, from_place, from_category, to_place, to_category, distance, from_special_stock, to_special_stock,
   account_assignment, basis, movement_type, reversal_movement_type, goods_movement_code, reference_document_type)
values
  -- Receipts
  ('', 'receipt-for-purchase-order', 'supplier', '', 'stock', '*', '', '*', '*', '*', 'purchase-order', '101', '102', '01', 'B'),
  ('', 'receipt-into-receipt-block', 'supplier', '', 'stock', 'GRB', '', '*', '*', '*', 'purchase-order', '103', '104', '01', 'B'),
  ('', 'release-from-receipt-block', 'stock', 'GRB', 'stock', '*', '*', '*', '*', '*', '*', '105', '106', '01', 'B'),
  ('', 'receipt-for-production-order', 'consumption', '', 'stock', '*', '', '*', '*', 'production-order', 'order', '101', '102', '02', 'F'),
  ('', 'receipt-without-purchase-order', 'supplier', '', 'stock', 'UU', '', '*', '*', '*', '', '501', '502', '05', ''),
  ('', 'receipt-without-purchase-order-inspection', 'supplier', '', 'stock', 'QI', '', '*', '*', '*', '', '503', '504', '05', ''),
  ('', 'receipt-without-purchase-order-blocked', 'supplier', '', 'stock', 'BL', '', '*', '*', '*', '', '505', '506', '05', ''),
  ('', 'receipt-free-of-charge', 'supplier', '', 'stock', '*', '', '*', '*', 'free-of-charge', '', '511', '512', '05', ''),
  ('', 'receipt-without-production-order', 'consumption', '', 'stock', '*', '', '*', '*', 'production-order', '', '521', '522', '05', ''),
  ('', 'opening', 'opening', '', 'stock', 'UU', '', '*', '*', '*', '*', '561', '562', '05', ''),
  ('', 'opening-inspection', 'opening', '', 'stock', 'QI', '', '*', '*', '*', '*', '563', '564', '05', ''),
  ('', 'opening-blocked', 'opening', '', 'stock', 'BL', '', '*', '*', '*', '*', '565', '566', '05', ''),
  -- Returns to the supplier
  ('', 'return-to-supplier', 'stock', '*', 'supplier', '', '', '*', '*', '*', 'purchase-order', '122', '123', '01', 'B'),
  ('', 'return-from-receipt-block', 'stock', 'GRB', 'supplier', '', '', '*', '*', '*', 'purchase-order', '124', '125', '01', 'B'),
  ('', 'return-purchase-order', 'stock', '*', 'supplier', '', '', '*', '*', 'return-order', 'purchase-order', '161', '162', '01', 'B'),
  -- Issues
  ('', 'issue-to-cost-center', 'stock', 'UU', 'consumption', '', '', '*', '*', 'cost-center', '*', '201', '202', '03', ''),
  ('', 'issue-to-project', 'stock', 'UU', 'consumption', '', '', '*', '*', 'project', '*', '221', '222', '03', ''),
  ('', 'issue-to-sales-order', 'stock', 'UU', 'consumption', '', '', '*', '*', 'sales-order', '*', '231', '232', '03', ''),
  ('', 'issue-to-asset', 'stock', 'UU', 'consumption', '', '', '*', '*', 'asset', '*', '241', '242', '03', ''),
  ('', 'issue-to-order', 'stock', 'UU', 'consumption', '', '', '*', '*', 'order', '*', '261', '262', '03', ''),
  ('', 'issue-to-network', 'stock', 'UU', 'consumption', '', '', '*', '*', 'network', '*', '281', '282', '03', ''),
  ('', 'sale-without-order', 'stock', 'UU', 'customer', '', '', '*', '*', '*', '', '251', '252', '03', ''),
  ('', 'issue-for-delivery', 'stock', 'UU', 'customer', '', '', '*', '*', '*', 'delivery', '601', '602', '03', 'L'),
  -- Returns from use: the reversal type as a posting of its own, with code 06
  ('', 'return-from-cost-center', 'consumption', '', 'stock', '*', '', '*', '*', 'cost-center', '*', '202', '201', '06', ''),
  ('', 'return-from-project', 'consumption', '', 'stock', '*', '', '*', '*', 'project', '*', '222', '221', '06', ''),
  ('', 'return-from-sales-order', 'consumption', '', 'stock', '*', '', '*', '*', 'sales-order', '*', '232', '231', '06', ''),
  ('', 'return-from-asset', 'consumption', '', 'stock', '*', '', '*', '*', 'asset', '*', '242', '241', '06', ''),
  ('', 'return-from-order', 'consumption', '', 'stock', '*', '', '*', '*', 'order', '*', '262', '261', '06', ''),
  ('', 'return-from-network', 'consumption', '', 'stock', '*', '', '*', '*', 'network', '*', '282', '281', '06', ''),
  -- Stock to stock: category
  ('', 'inspection-to-unrestricted', 'stock', 'QI', 'stock', 'UU', '*', '*', '*', '*', '*', '321', '322', '04', ''),
  ('', 'unrestricted-to-inspection', 'stock', 'UU', 'stock', 'QI', '*', '*', '*', '*', '*', '322', '321', '04', ''),
  ('', 'blocked-to-unrestricted', 'stock', 'BL', 'stock', 'UU', '*', '*', '*', '*', '*', '343', '344', '04', ''),
  ('', 'unrestricted-to-blocked', 'stock', 'UU', 'stock', 'BL', '*', '*', '*', '*', '*', '344', '343', '04', ''),
  ('', 'blocked-to-inspection', 'stock', 'BL', 'stock', 'QI', '*', '*', '*', '*', '*', '349', '350', '04', ''),
  ('', 'inspection-to-blocked', 'stock', 'QI', 'stock', 'BL', '*', '*', '*', '*', '*', '350', '349', '04', ''),
  -- Stock to stock: place
  ('', 'transfer-between-locations', 'stock', 'UU', 'stock', 'UU', 'other-location', '*', '*', '*', '*', '311', '312', '04', ''),
  ('', 'transfer-between-plants', 'stock', 'UU', 'stock', 'UU', 'other-plant', '*', '*', '*', '*', '301', '302', '04', ''),
  ('', 'transfer-inspection-stock', 'stock', 'QI', 'stock', 'QI', 'other-location', '*', '*', '*', '*', '323', '324', '04', ''),
  ('', 'transfer-blocked-stock', 'stock', 'BL', 'stock', 'BL', 'other-location', '*', '*', '*', '*', '325', '326', '04', ''),
  ('', 'remove-to-transit', 'stock', 'UU', 'stock', 'IT', 'other-location', '*', '*', '*', '*', '313', '314', '04', ''),
  ('', 'place-from-transit', 'stock', 'IT', 'stock', 'UU', 'same-location', '*', '*', '*', '*', '315', '316', '04', ''),
  ('', 'remove-to-transit-plant', 'stock', 'UU', 'stock', 'IT', 'other-plant', '*', '*', '*', '*', '303', '304', '04', ''),
  ('', 'place-from-transit-plant', 'stock', 'IT', 'stock', 'UU', 'same-location', '*', '*', 'other-plant', '*', '305', '306', '04', ''),
  -- Stock to stock: ownership
  ('', 'special-to-own-consignment', 'stock', 'UU', 'stock', 'UU', '*', 'K', '', '*', '*', '411', '412', '04', ''),
  ('', 'special-to-own-project', 'stock', 'UU', 'stock', 'UU', '*', 'Q', '', '*', '*', '411', '412', '04', ''),
  ('', 'special-to-own-sales-order', 'stock', 'UU', 'stock', 'UU', '*', 'E', '', '*', '*', '411', '412', '04', ''),
  ('', 'own-to-project', 'stock', 'UU', 'stock', 'UU', '*', '', 'Q', '*', '*', '415', '416', '04', ''),
  ('', 'own-to-consignment', 'stock', 'UU', 'stock', 'UU', '*', '', 'K', '*', '*', '412', '411', '04', ''),
  ('', 'to-subcontractor', 'stock', 'UU', 'stock', 'UU', '*', '', 'O', '*', '*', '541', '542', '04', ''),
  ('', 'from-subcontractor', 'stock', 'UU', 'stock', 'UU', '*', 'O', '', '*', '*', '542', '541', '04', ''),
  -- Scrap and count differences
  ('', 'scrap', 'stock', 'UU', 'scrap', '', '', '*', '*', '*', '*', '551', '552', '03', ''),
  ('', 'scrap-from-inspection', 'stock', 'QI', 'scrap', '', '', '*', '*', '*', '*', '553', '554', '03', ''),
  ('', 'scrap-from-blocked', 'stock', 'BL', 'scrap', '', '', '*', '*', '*', '*', '555', '556', '03', ''),
  ('', 'count-surplus', 'count-difference', '', 'stock', 'UU', '', '*', '*', '*', '*', '701', '702', '06', ''),
  ('', 'count-shortage', 'stock', 'UU', 'count-difference', '', '', '*', '*', '*', '*', '702', '701', '06', ''),
  ('', 'count-surplus-inspection', 'count-difference', '', 'stock', 'QI', '', '*', '*', '*', '*', '703', '704', '06', ''),
  ('', 'count-shortage-inspection', 'stock', 'QI', 'count-difference', '', '', '*', '*', '*', '*', '704', '703', '06', ''),
  ('', 'count-surplus-blocked', 'count-difference', '', 'stock', 'BL', '', '*', '*', '*', '*', '707', '708', '06', ''),
  ('', 'count-shortage-blocked', 'stock', 'BL', 'count-difference', '', '', '*', '*', '*', '*', '708', '707', '06', '');

-- Every process keeps these rows in memory and reads them again when one changes.
create function notify_erp_configuration() returns trigger language plpgsql as $$
begin
  perform pg_notify('erp_configuration', tg_table_name);
  return null;
end $$;
create trigger erp_interface_changed after insert or update or delete on erp_interface
  for each statement execute function notify_erp_configuration();
create trigger erp_movement_rule_changed after insert or update or delete on erp_movement_rule
  for each statement execute function notify_erp_configuration();
