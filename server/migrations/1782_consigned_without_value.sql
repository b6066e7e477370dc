-- Stock of the supplier has no value of ours: recorded months that say otherwise are revalued (row beside row) in the night.
insert into stock_late_valuation (company_code, move_id)
select m.company_code, m.id
from stock_move m
where m.moved_at < (select max(s.ends_at) from stock_snapshot_month s where s.company_code = m.company_code)
  and exists (select from stock_key k where k.company_code = m.company_code and k.id in (m.from_key, m.to_key)
    and k.special_stock = 'K')
  and (coalesce(m.amount, 0) <> 0
    or exists (select from stock_move_valuation v where v.company_code = m.company_code and v.move_id = m.id and v.amount <> 0))
on conflict do nothing;
