-- Stock of a material with a second unit has a quantity in it, and stock of any other material has none; reversals give
-- back no more of it than was moved, and all of it when the whole move is reversed.
-- $1: a company, or null for all.
select b.company_code, b.key_id, b.material_no, b.quantity, b.second_quantity, m.second_unit, null::uuid as move_id
from stock_balance b
join material m on m.material_no = b.material_no
where b.has_stock and ($1::text is null or b.company_code = $1::text)
  and (m.second_unit <> '') <> (b.second_quantity is not null)
union all
select m.company_code, m.to_key, m.material_no, m.quantity, m.second_quantity, null, m.id
from stock_move m
join (
  select company_code, reverses as id, sum(quantity) as quantity, sum(second_quantity) as second_quantity
  from stock_move
  where reverses is not null and ($1::text is null or company_code = $1::text)
  group by company_code, reverses
) r on r.company_code = m.company_code and r.id = m.id
where (m.second_quantity is null) <> (r.second_quantity is null) or abs(r.second_quantity) > abs(m.second_quantity)
  or (r.quantity = m.quantity and r.second_quantity <> m.second_quantity)
order by 1, 2
