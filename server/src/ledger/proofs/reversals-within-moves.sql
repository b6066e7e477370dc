-- No move is reversed beyond its quantity, its amount or its consumed hold quantity; a reversal has the
-- opposite keys of its move and is not reversed itself.
-- $1: a company, or null for all.
with reversed as (
  select company_code, reverses as id, sum(quantity) as quantity, sum(amount) as amount,
    sum(consumed_quantity) as given_back, array_agg(distinct document_no) as document_nos
  from stock_move
  where reverses is not null and ($1::text is null or company_code = $1::text)
  group by company_code, reverses
)
select m.company_code, m.id as move_id, m.document_no, reversed.document_nos, m.quantity,
  reversed.quantity as reversed_quantity, m.amount, reversed.amount as reversed_amount,
  m.consumed_quantity, -reversed.given_back as given_back
from reversed
join stock_move m on m.company_code = reversed.company_code and m.id = reversed.id
where reversed.quantity > m.quantity or m.consumed_quantity + reversed.given_back < 0
  or abs(reversed.amount) > abs(m.amount) or m.reverses is not null
  or exists (
    select from stock_move r where r.company_code = m.company_code and r.reverses = m.id
      and (r.from_key <> m.to_key or r.to_key <> m.from_key))
order by m.company_code, m.id
