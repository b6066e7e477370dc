-- A move and both its keys are of one material.
-- $1: a company, or null for all.
select m.company_code, m.id as move_id, m.document_no, m.material_no,
  f.material_no as from_material_no, t.material_no as to_material_no
from stock_move m
join stock_key f on f.company_code = m.company_code and f.id = m.from_key
join stock_key t on t.company_code = m.company_code and t.id = m.to_key
where ($1::text is null or m.company_code = $1::text)
  and (f.material_no <> m.material_no or t.material_no <> m.material_no)
order by m.company_code, m.id
