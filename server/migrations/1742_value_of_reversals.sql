-- What reverses a move takes its value back: the ERP's amount where that is known, not the estimate. Of moves that were
-- valued before, a part that was reversed before its posting takes nothing back: the amount is that of the rest.
with valued as (
  select m.company_code, m.id, m.quantity as whole, v.amount, v.currency, v.source,
    coalesce((select max(i.quantity) from erp_posting_item i
      join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
      where i.company_code = m.company_code and i.move_id = m.id and p.direction = 'post' and p.state = 'posted'),
      m.quantity) as posted
  from stock_move m
  join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
  where exists (select from stock_move r where r.company_code = m.company_code and r.reverses = m.id)
), back as (
  select g.company_code, r.id, g.currency, g.source,
    round(g.amount * greatest(r.upto - (g.whole - g.posted), 0) / g.posted, 2)
      - round(g.amount * greatest(r.upto - r.quantity - (g.whole - g.posted), 0) / g.posted, 2) as amount
  from valued g
  cross join lateral (
    select id, quantity, sum(quantity) over (order by id) as upto from stock_move
    where company_code = g.company_code and reverses = g.id) r
  where g.posted > 0
), written as (
  insert into stock_move_valuation (company_code, move_id, amount, currency, valued_at, source)
  select company_code, id, amount, currency, now(), source from back
  on conflict do nothing returning company_code, move_id
)
insert into stock_late_valuation (company_code, move_id)
select w.company_code, w.move_id from written w
join stock_move m on m.company_code = w.company_code and m.id = w.move_id
where m.moved_at < (select max(s.ends_at) from stock_snapshot_month s where s.company_code = w.company_code)
on conflict do nothing;
