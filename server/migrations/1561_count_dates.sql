-- When stock was last counted, by key and by bin: cycle counts propose what is due by it.
create table stock_count_date (
  company_code text not null,
  key_id bigint not null,
  counted_at timestamptz not null,
  document_no text not null,
  primary key (company_code, key_id),
  foreign key (company_code, key_id) references stock_key (company_code, id)
);
create table bin_count_date (
  company_code text not null,
  plant text not null,
  storage_location text not null,
  bin text not null,
  counted_at timestamptz not null,
  document_no text not null,
  primary key (company_code, plant, storage_location, bin)
);
-- Counts that came to an end before.
insert into stock_count_date (company_code, key_id, counted_at, document_no)
select distinct on (h.company_code, k.id) h.company_code, k.id, h.snapshot_at, h.doc_no
from stocktaking h
join stocktaking_line l on l.company_code = h.company_code and l.document_id = h.id
join stock_key k on k.company_code = h.company_code and k.material_no = l.material_no and k.plant = h.plant
  and k.storage_location = h.storage_location and k.bin = coalesce(l.bin, '') and k.batch = coalesce(l.batch, '')
  and k.stock_category = coalesce(l.stock_category, 'UU') and k.special_stock = coalesce(l.special_stock, '')
  and k.special_stock_reference = coalesce(l.special_stock_reference, '') and k.book = 'ERP' and k.place = 'stock'
where h.snapshot_at is not null and h.state in ('counted', 'handled', 'toDirector', 'adjusted', 'writtenOff')
order by h.company_code, k.id, h.snapshot_at desc;
insert into bin_count_date (company_code, plant, storage_location, bin, counted_at, document_no)
select distinct on (k.company_code, k.plant, k.storage_location, k.bin)
  k.company_code, k.plant, k.storage_location, k.bin, c.counted_at, c.document_no
from stock_count_date c join stock_key k on k.company_code = c.company_code and k.id = c.key_id
where k.bin <> ''
order by k.company_code, k.plant, k.storage_location, k.bin, c.counted_at desc;

-- A count of a scope is divided into sheets: one for a keeper and an area, with what they were chosen by.
alter table stocktaking
  add column keeper_name text,
  add column bin_area text,
  add column sheet_no text,
  add column plan_scope text,
  add column sample_seed text;
