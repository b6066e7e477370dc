-- A batch that is held as a whole, wherever it lies in its company, in the stock, on the way or to come (spec domain.md 1.7): a
-- hold of stock_place_hold that names a batch and no place.
alter table stock_place_hold
  add column material_no text not null default '',
  add column batch text not null default '',
  drop constraint stock_place_hold_plant_check,
  drop constraint stock_place_hold_storage_location_check,
  add constraint stock_place_hold_place_or_batch check (
    case when batch = '' then plant <> '' and storage_location <> '' and material_no = ''
    else material_no <> '' and plant = '' and storage_location = '' and area = '' and bin = '' end);
create index stock_place_hold_batch on stock_place_hold (company_code, material_no, batch)
  where released_at is null and batch <> '';

-- Of the rows that are held, those whose batch is: their goods may be put elsewhere in their storage location.
alter table stock_balance add column is_batch_held boolean not null default false;
