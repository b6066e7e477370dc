-- The key columns copied to each balance (for filtering) equal those of the key.
-- $1: a company, or null for all.
select k.company_code, k.id as key_id, k.material_no, b.key_id is null as without_balance
from stock_key k
join stock_place p on p.place = k.place
left join stock_balance b on b.company_code = k.company_code and b.key_id = k.id
where ($1::text is null or k.company_code = $1::text)
  and case
    when not p.keeps_balance then b.key_id is not null
    else (b.plant, b.storage_location, b.bin, b.material_no, b.batch, b.stock_category, b.special_stock,
        b.special_stock_reference, b.book, b.place, b.place_reference)
      is distinct from (k.plant, k.storage_location, k.bin, k.material_no, k.batch, k.stock_category,
        k.special_stock, k.special_stock_reference, k.book, k.place, k.place_reference)
  end
order by k.company_code, k.id
