-- 送货单 Delivery note

create table delivery_note (
  company_code text not null,
  id uuid not null,
  doc_no text not null,
  state text not null check (state in ('draft', 'submitted', 'returned', 'confirmed', 'partlyArrived', 'arrived', 'writtenOff')),
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
  reference text,
  ship_date date,
  eta_date date,
  appointment_slot text,
  delivery_mode text check (delivery_mode in ('warehouse', 'direct')),
  carrier text,
  plate_no text,
  driver text,
  phone text,
  packing_list_no text,
  packages integer,
  gross_weight numeric(18,6),
  unloading_point text,
  return_reason text,
  primary key (company_code, id),
  unique (company_code, doc_no)
);
create index delivery_note_newest on delivery_note (company_code, created_at desc, id);
create index delivery_note_state on delivery_note (company_code, state, created_at desc, id);
create index delivery_note_location on delivery_note (company_code, plant, storage_location, created_at desc, id);

create table delivery_note_line (
  company_code text not null,
  document_id uuid not null,
  line_no integer not null check (line_no > 0),
  material_no text not null,
  description text,
  specification text,
  material_group text,
  unit text not null,
  quantity numeric(18,3) not null check (quantity > 0),
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
  purchase_order_no text,
  purchase_order_line integer,
  delivery_date date,
  batch text,
  heat_no text,
  certificate_no text,
  production_date date,
  expiry_date date,
  special_stock text,
  special_stock_reference text,
  case_no text,
  primary key (company_code, document_id, line_no),
  foreign key (company_code, document_id) references delivery_note (company_code, id) on delete cascade
);
create index delivery_note_line_material on delivery_note_line (company_code, material_no, document_id);
create index delivery_note_line_source on delivery_note_line (company_code, source_id, source_line);
create index delivery_note_line_open on delivery_note_line (company_code, document_id) where open_quantity > 0;
