-- The done quantity of a line is the sum of its live links that are not held, its held quantity the sum of those held.
with line as (
  select 'purchase-order' as document_type, company_code, document_id, line_no, done_quantity, held_quantity from purchase_order_line
  union all
  select 'delivery-note' as document_type, company_code, document_id, line_no, done_quantity, held_quantity from delivery_note_line
  union all
  select 'arrival' as document_type, company_code, document_id, line_no, done_quantity, held_quantity from arrival_line
  union all
  select 'inspection-notice' as document_type, company_code, document_id, line_no, done_quantity, held_quantity from inspection_notice_line
  union all
  select 'reservation' as document_type, company_code, document_id, line_no, done_quantity, held_quantity from reservation_line
  union all
  select 'requisition' as document_type, company_code, document_id, line_no, done_quantity, held_quantity from requisition_line
), link as (
  select company_code, from_type, from_id, from_line,
    coalesce(sum(quantity) filter (where not is_held), 0) as done,
    coalesce(sum(quantity) filter (where is_held), 0) as held
  from document_link
  where is_live and is_counted and ($1::text is null or company_code = $1)
  group by 1, 2, 3, 4
)
select l.document_type, l.company_code, l.document_id, l.line_no,
  l.done_quantity, coalesce(k.done, 0) as linked_done, l.held_quantity, coalesce(k.held, 0) as linked_held
from line l
left join link k on k.company_code = l.company_code and k.from_type = l.document_type
  and k.from_id = l.document_id and k.from_line = l.line_no
where ($1::text is null or l.company_code = $1)
  and (l.done_quantity <> coalesce(k.done, 0) or l.held_quantity <> coalesce(k.held, 0))
