-- How many pieces a bin takes, beside the weight that it carries: of goods that are counted in whole units.
alter table bin add column piece_capacity numeric(18,3) check (piece_capacity > 0);
-- The map reads who is counting bins of a storage location.
create index stocktaking_counting_place on stocktaking (company_code, plant, storage_location)
  where state in ('counting', 'toRecount', 'differing');
