-- Each monthly snapshot equals the previous one plus the moves in between, in both units; the ledger is read once.
-- $1: a company, or null for all.
with month as (
  select company_code, month, ends_at,
    lag(month) over earlier as month_before,
    coalesce(lag(ends_at) over earlier, '-infinity') as begins_at
  from stock_snapshot_month
  where $1::text is null or company_code = $1::text
  window earlier as (partition by company_code order by ends_at)
), expected as (
  select month.company_code, month.month, side.key_id, side.quantity, side.second_quantity
  from month
  join stock_move m on m.company_code = month.company_code
    and m.moved_at >= month.begins_at and m.moved_at < month.ends_at
  cross join lateral (values (m.to_key, m.quantity, m.second_quantity),
      (m.from_key, -m.quantity, -m.second_quantity)) as side (key_id, quantity, second_quantity)
  union all
  select month.company_code, month.month, s.key_id, s.quantity, s.second_quantity
  from month
  join stock_snapshot s on s.company_code = month.company_code and s.month = month.month_before
  union all
  select month.company_code, month.month, s.key_id, -s.quantity, -s.second_quantity
  from month
  join stock_snapshot s on s.company_code = month.company_code and s.month = month.month
)
select expected.company_code, expected.month, expected.key_id, sum(expected.quantity) as missing,
  sum(expected.second_quantity) as second_missing
from expected
join stock_key k on k.company_code = expected.company_code and k.id = expected.key_id
join stock_place p on p.place = k.place and p.keeps_balance
group by expected.company_code, expected.month, expected.key_id
having sum(expected.quantity) <> 0 or sum(expected.second_quantity) <> 0
order by 1, 2, 3
