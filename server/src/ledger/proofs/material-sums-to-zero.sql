-- Σ over all keys of a material = 0: the stock according to the balances equals what entered it from outside
-- places according to the moves. (A foreign key ensures that both keys of a move are of its material.)
-- $1: a company, or null for all.
with outside as (
  select m.company_code, k.material_no,
    sum(case when k.id = m.to_key then m.quantity else -m.quantity end) as quantity
  from stock_move m
  join stock_key k on k.company_code = m.company_code and k.id in (m.from_key, m.to_key)
  join stock_place p on p.place = k.place and not p.keeps_balance
  where ($1::text is null or m.company_code = $1::text)
  group by m.company_code, k.material_no
), inside as (
  select company_code, material_no, sum(quantity) as quantity from stock_balance
  where $1::text is null or company_code = $1::text
  group by company_code, material_no
)
select coalesce(inside.company_code, outside.company_code) as company_code,
  coalesce(inside.material_no, outside.material_no) as material_no,
  coalesce(inside.quantity, 0) as inside, coalesce(outside.quantity, 0) as outside
from inside full join outside using (company_code, material_no)
where coalesce(inside.quantity, 0) + coalesce(outside.quantity, 0) <> 0
order by 1, 2
