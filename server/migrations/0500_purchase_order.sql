-- 采购订单 Purchase order

create table purchase_order (
  company_code text not null,
  id uuid not null,
  doc_no text not null,
  state text not null check (state in ('synced', 'completed', 'deleted')),
  erp_state text not null default 'notNeeded' check (erp_state in ('notNeeded', 'awaitingSupplement', 'unposted', 'posting', 'posted', 'reversing', 'reversed', 'failed')),
  version integer not null default 1,
  acts jsonb not null default '{}',
  plant text not null default '',
  storage_location text not null default '',
  document_date date not null,
  posting_date date,
  remark text,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  supplier_no text,
  order_date date,
  currency text,
  purchasing_group text,
  synced_at timestamptz,
  changed_in_erp_at timestamptz,
  primary key (company_code, id),
  unique (company_code, doc_no)
);
create index purchase_order_newest on purchase_order (company_code, created_at desc, id);
create index purchase_order_state on purchase_order (company_code, state, created_at desc, id);
create index purchase_order_location on purchase_order (company_code, plant, storage_location, created_at desc, id);

create table purchase_order_line (
  company_code text not null,
  document_id uuid not null,
  line_no integer not null check (line_no > 0),
  material_no text not null,
  description text,
  specification text,
  material_group text,
  unit text not null,
  quantity numeric(18,3) not null check (quantity >= 0),
  done_quantity numeric(18,3) not null default 0 check (done_quantity >= 0),
  closed_quantity numeric(18,3) not null default 0 check (closed_quantity >= 0),
  open_quantity numeric(18,3) generated always as (greatest(quantity - done_quantity - closed_quantity, 0)) stored,
  progress text generated always as (case
    when done_quantity = 0 and closed_quantity = 0 then 'open'
    when done_quantity + closed_quantity < quantity then 'partial'
    when done_quantity = 0 then 'closed'
    else 'done' end) stored,
  line_erp_state text not null default 'notNeeded' check (line_erp_state in ('notNeeded', 'awaitingSupplement', 'unposted', 'posting', 'posted', 'reversing', 'reversed', 'failed')),
  source_type text,
  source_id uuid,
  source_no text,
  source_line integer,
  material_document text,
  material_document_year text,
  line_remark text,
  plant text,
  storage_location text,
  delivery_date date,
  is_completed boolean,
  is_deleted boolean,
  purchase_order_no text,
  purchase_order_line integer,
  over_delivery_percent numeric(18,6),
  under_delivery_percent numeric(18,6),
  is_unlimited_over_delivery boolean,
  net_price numeric(18,2),
  price_unit numeric(18,6),
  cost_center text,
  wbs_element text,
  order_no text,
  network_no text,
  gl_account text,
  special_stock text,
  special_stock_reference text,
  received_quantity numeric(18,3),
  primary key (company_code, document_id, line_no),
  foreign key (company_code, document_id) references purchase_order (company_code, id) on delete cascade
);
create index purchase_order_line_material on purchase_order_line (company_code, material_no, document_id);
create index purchase_order_line_source on purchase_order_line (company_code, source_id, source_line);
create index purchase_order_line_open on purchase_order_line (company_code, document_id) where open_quantity > 0;
