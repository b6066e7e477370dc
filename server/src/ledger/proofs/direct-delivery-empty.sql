-- The virtual bin of direct deliveries is empty: what a direct receipt brings in its direct issue takes out at once.
-- $1: a company, or null for all.
select b.company_code, b.key_id, b.material_no, b.plant, b.storage_location, b.batch, b.quantity
from stock_balance b
where ($1::text is null or b.company_code = $1::text) and b.place = 'direct-delivery'
  and (b.quantity <> 0 or coalesce(b.second_quantity, 0) <> 0 or b.reserved <> 0 or b.frozen <> 0)
order by b.company_code, b.key_id
