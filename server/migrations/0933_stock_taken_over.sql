-- Initial stock that the ERP already holds is taken over: compared with a reading of the ERP's stock, entered in both
-- books and not sent (trade review 1).
alter table stock_initialisation add column origin text check (origin in ('erp', 'new'));
-- Everything initialised so far was posted as new.
update stock_initialisation set origin = 'new';
alter table stock_initialisation_line
  add column special_stock text check (special_stock in ('K', 'Q', 'E', 'O')),
  add column special_stock_reference text,
  add column erp_quantity numeric(18,3),
  add column difference_quantity numeric(18,3),
  add column difference_reason text;
select allow_quantity_zero('stock_initialisation');

-- The last reading of what the ERP holds in a storage location, replaced by the next one.
create table erp_stock_reading (
  company_code text not null,
  plant text not null,
  storage_location text not null,
  read_at timestamptz not null,
  primary key (company_code, plant, storage_location)
);
create table erp_stock_reading_row (
  company_code text not null,
  plant text not null,
  storage_location text not null,
  material_no text not null,
  batch text not null,
  -- The ERP's own stock type where it has no category here.
  stock_category text not null,
  special_stock text not null,
  special_stock_reference text not null,
  quantity numeric(18,3) not null,
  unit text not null,
  primary key (company_code, plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference)
);
