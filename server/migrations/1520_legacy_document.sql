-- 历史单据 Legacy documents: what an old system had ordered, delivered and received before the company went live. They are
-- history to read: no stock, no links, no postings. Which of them an import made or changed is kept, so that it can be
-- taken back.
create table legacy_import (
  company_code text not null references company,
  id uuid not null,
  -- Counts the imports of the company.
  import_no integer not null,
  kind text not null check (kind in ('order', 'delivery', 'receipt')),
  source_system text not null check (source_system <> ''),
  -- '' if the mapping was not kept under a name.
  mapping_name text not null default '',
  -- As it was used, whatever becomes of the one that was kept.
  mapping jsonb not null,
  file_name text not null,
  size_bytes bigint not null,
  digest_sha256 text not null,
  row_count integer not null,
  new_count integer not null,
  changed_count integer not null,
  same_count integer not null,
  refused_count integer not null,
  emptied_count integer not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  taken_back_at timestamptz,
  taken_back_by_name text,
  taken_back_reason text,
  primary key (company_code, id),
  unique (company_code, import_no),
  check (row_count = new_count + changed_count + same_count + refused_count),
  check ((taken_back_at is null) = (taken_back_reason is null))
);
create index legacy_import_newest on legacy_import (company_code, created_at, id);

create table legacy_document (
  company_code text not null references company,
  id uuid not null,
  source_system text not null check (source_system <> ''),
  kind text not null check (kind in ('order', 'delivery', 'receipt')),
  order_no text not null check (order_no <> ''),
  order_item text not null check (order_item <> ''),
  -- The old number of the delivery note or the receipt; '' for order lines.
  document_no text not null check (document_no <> '' or kind = 'order'),
  document_date date check (document_date is not null or kind = 'order'),
  due_date date,
  supplier_no text not null references supplier,
  material_no text not null references material,
  material_group text not null,
  -- As the old system described the goods.
  description text not null,
  -- In the base unit of the material.
  quantity numeric(18,3) not null check (quantity > 0),
  unit text not null,
  amount numeric(18,2),
  -- Of the amount; a row with an amount has one.
  currency text,
  gross_weight numeric(18,3) check (gross_weight >= 0),
  plant text not null,
  remark text,
  -- The import that made it, the one that changed it last, and its row in the file of that.
  import_id uuid not null,
  last_import_id uuid not null,
  file_row integer not null,
  primary key (company_code, id),
  -- The natural key: a file that is read twice makes nothing twice.
  unique (company_code, source_system, kind, order_no, order_item, document_no),
  foreign key (company_code, import_id) references legacy_import (company_code, id),
  foreign key (company_code, last_import_id) references legacy_import (company_code, id)
);
create index legacy_document_order on legacy_document (company_code, order_no, id);
create index legacy_document_supplier on legacy_document (company_code, supplier_no, order_no, id);
create index legacy_document_material on legacy_document (company_code, material_no, order_no, id);
create index legacy_document_group on legacy_document (company_code, material_group, order_no, id);
create index legacy_document_kind on legacy_document (company_code, kind, order_no, id);
create index legacy_document_date on legacy_document (company_code, document_date, order_no, id);
create index legacy_document_import on legacy_document (company_code, import_id);
create index legacy_document_last_import on legacy_document (company_code, last_import_id);
select create_search_index('legacy_document', array['description', 'document_no', 'material_no', 'order_no']);

-- What a row was before an import changed it; gone when that import is taken back.
create table legacy_import_change (
  company_code text not null,
  import_id uuid not null,
  legacy_document_id uuid not null,
  before jsonb not null,
  primary key (company_code, import_id, legacy_document_id),
  foreign key (company_code, import_id) references legacy_import (company_code, id),
  foreign key (company_code, legacy_document_id) references legacy_document (company_code, id)
);
create index legacy_import_change_document on legacy_import_change (company_code, legacy_document_id);

-- Which columns of a file become which fields, for the next file of the same system.
create table legacy_mapping (
  company_code text not null references company,
  name text not null check (name <> ''),
  mapping jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by_name text not null,
  primary key (company_code, name)
);
