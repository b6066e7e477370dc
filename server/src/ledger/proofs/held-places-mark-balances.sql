-- A row of the stock says that it is held if and only if its bin, area, storage location or batch is, and that its batch is held if
-- and only if it is.
-- $1: a company, or null for all.
with held as (
  select distinct b.company_code, b.key_id
  from stock_place_hold p
  join stock_balance b on b.company_code = p.company_code and b.plant = p.plant and b.storage_location = p.storage_location
  left join bin x on x.company_code = b.company_code and x.plant = b.plant and x.storage_location = b.storage_location
    and x.bin = b.bin
  where p.released_at is null and b.place = 'stock' and b.stock_category <> 'IT'
    and (p.bin = b.bin or (p.bin = '' and (p.area = '' or p.area = x.area)))
    and ($1::text is null or p.company_code = $1::text)
), of_batch as (
  select distinct k.company_code, k.id as key_id
  from stock_place_hold p
  join stock_key k on k.company_code = p.company_code and k.material_no = p.material_no and k.batch = p.batch
  where p.released_at is null and p.batch <> '' and ($1::text is null or p.company_code = $1::text)
)
select b.company_code, b.key_id, b.material_no, b.plant, b.storage_location, b.bin, b.batch, b.is_held, b.is_batch_held
from (select * from stock_balance where $1::text is null or company_code = $1::text) b
left join held on held.company_code = b.company_code and held.key_id = b.key_id
left join of_batch on of_batch.company_code = b.company_code and of_batch.key_id = b.key_id
where b.is_held <> (held.key_id is not null or of_batch.key_id is not null)
  or b.is_batch_held <> (of_batch.key_id is not null)
order by 1, 2
