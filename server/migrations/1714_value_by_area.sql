-- Values of recorded months are recomputed by valuation area: inside one no value moves, and each location has its share.
insert into stock_late_valuation (company_code, move_id)
select distinct on (m.company_code) m.company_code, m.id from stock_move m
join stock_snapshot_month s on s.company_code = m.company_code and m.moved_at < s.ends_at
order by m.company_code, m.moved_at, m.id
on conflict do nothing;
