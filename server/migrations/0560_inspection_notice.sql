-- 质检通知单 Inspection notice

create table inspection_notice (
  company_code text not null,
  id uuid not null,
  doc_no text not null,
  state text not null check (state in ('generated', 'assigned', 'timeConfirmed', 'inspectorConfirmed', 'inspecting', 'qualified', 'partlyQualified', 'unqualified', 'cancelled')),
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
  inspection_unit text,
  inspection_method text check (inspection_method in ('full', 'sample', 'witness', 'thirdParty')),
  inspector_account text,
  unpacking_at timestamptz,
  unpacking_place text,
  attendees text[],
  primary key (company_code, id),
  unique (company_code, doc_no)
);
create index inspection_notice_newest on inspection_notice (company_code, created_at desc, id);
create index inspection_notice_state on inspection_notice (company_code, state, created_at desc, id);
create index inspection_notice_location on inspection_notice (company_code, plant, storage_location, created_at desc, id);

create table inspection_notice_line (
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
  batch text,
  heat_no text,
  certificate_no text,
  production_date date,
  expiry_date date,
  bin text,
  accepted_quantity numeric(18,3),
  rejected_quantity numeric(18,3),
  primary key (company_code, document_id, line_no),
  foreign key (company_code, document_id) references inspection_notice (company_code, id) on delete cascade
);
create index inspection_notice_line_material on inspection_notice_line (company_code, material_no, document_id);
create index inspection_notice_line_source on inspection_notice_line (company_code, source_id, source_line);
