-- Of a serial-managed material there are as many pieces at a key as its balance says; where goods came in without numbers,
-- before their material had them, not more. A piece lies where its last move put it, in one company only, and a move has
-- as many pieces as its quantity, or none.
-- $1: a company, or null for all.
with own as materialized (
  select company_code, key_id, material_no, serial_no from stock_serial_number
  where key_id is not null and ($1::text is null or company_code = $1::text)
)
select b.company_code, b.key_id, b.material_no, b.quantity, coalesce(n.pieces, 0) as pieces, null::text as serial_no
from stock_balance b
join material m on m.material_no = b.material_no and m.is_serial_managed
left join (
  select company_code, key_id, count(*) as pieces from stock_serial_number
  where key_id is not null and ($1::text is null or company_code = $1::text)
  group by company_code, key_id
) n on n.company_code = b.company_code and n.key_id = b.key_id
where ($1::text is null or b.company_code = $1::text)
  and (coalesce(n.pieces, 0) > b.quantity or coalesce(n.pieces, 0) < b.quantity and not exists (
    select from stock_move v
    where v.company_code = b.company_code and v.to_key = b.key_id and v.quantity > 0 and not exists (
      select from stock_move_serial_number s where s.company_code = v.company_code and s.move_id = v.id)))
union all
select n.company_code, n.key_id, n.material_no, null, null, n.serial_no
from stock_serial_number n
left join stock_move v on v.company_code = n.company_code and v.id = n.move_id
left join stock_key t on t.company_code = v.company_code and t.id = v.to_key
left join stock_place p on p.place = t.place
where ($1::text is null or n.company_code = $1::text)
  and n.key_id is distinct from (case when p.keeps_balance then t.id end)
union all
select v.company_code, v.to_key, v.material_no, v.quantity, s.pieces, null
from (
  select company_code, move_id, count(*) as pieces from stock_move_serial_number
  where $1::text is null or company_code = $1::text
  group by company_code, move_id
) s
join stock_move v on v.company_code = s.company_code and v.id = s.move_id
where v.quantity <> s.pieces
union all
select n.company_code, n.key_id, n.material_no, null, null, n.serial_no
from own n
join stock_serial_number o on o.material_no = n.material_no and o.serial_no = n.serial_no and o.company_code <> n.company_code
  and o.key_id is not null
order by 1, 2
