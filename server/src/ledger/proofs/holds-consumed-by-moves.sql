-- The consumed quantity of a hold equals the sum consumed by moves, less what reversals returned.
-- $1: a company, or null for all.
with used as (
  select company_code, consumed_hold_id as id, sum(consumed_quantity) as quantity from stock_move
  where consumed_hold_id is not null and ($1::text is null or company_code = $1::text)
  group by company_code, consumed_hold_id
)
select h.company_code, h.id as hold_id, h.document_no, h.line_no, h.kind, h.consumed,
  coalesce(used.quantity, 0) as by_moves
from stock_hold h
left join used on used.company_code = h.company_code and used.id = h.id
where ($1::text is null or h.company_code = $1::text) and h.consumed <> coalesce(used.quantity, 0)
order by h.company_code, h.id
