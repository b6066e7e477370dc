-- Σ moves = balance, for every key of the stock, in the base unit and in the second unit; the ledger is read once.
-- $1: a company, or null for all.
with moved as (
  select side.company_code, side.key_id, sum(side.quantity) as quantity, sum(side.second_quantity) as second_quantity
  from stock_move m
  cross join lateral (values (m.company_code, m.to_key, m.quantity, m.second_quantity),
      (m.company_code, m.from_key, -m.quantity, -m.second_quantity))
    as side (company_code, key_id, quantity, second_quantity)
  where $1::text is null or m.company_code = $1::text
  group by side.company_code, side.key_id
)
select k.company_code, k.id as key_id, k.material_no, k.plant, k.storage_location, k.bin, k.batch,
  coalesce(moved.quantity, 0) as moves, b.quantity as balance,
  moved.second_quantity as second_moves, b.second_quantity as second_balance
from stock_key k
join stock_place p on p.place = k.place and p.keeps_balance
left join moved on moved.company_code = k.company_code and moved.key_id = k.id
left join stock_balance b on b.company_code = k.company_code and b.key_id = k.id
where ($1::text is null or k.company_code = $1::text)
  and (coalesce(moved.quantity, 0) is distinct from b.quantity or moved.second_quantity is distinct from b.second_quantity)
order by k.company_code, k.id
