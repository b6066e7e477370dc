-- The done quantity of a line is the sum of its live links that are not held, its held quantity the sum of those held.
-- document_line_progress() reads the lines of every document with goods, by document_tables().
with link as (
  select company_code, from_type, from_id, from_line,
    coalesce(sum(quantity) filter (where not is_held), 0) as done,
    coalesce(sum(quantity) filter (where is_held), 0) as held
  from document_link
  -- A range instead of "company_code = $1", with which Citus would call the function on the machine of the company,
  -- where it cannot read.
  where is_live and is_counted and company_code >= coalesce($1::text, '') and ($1::text is null or company_code <= $1)
  group by 1, 2, 3, 4
)
select coalesce(l.document_type, k.from_type) as document_type, coalesce(l.company_code, k.company_code) as company_code,
  coalesce(l.document_id, k.from_id) as document_id, coalesce(l.line_no, k.from_line) as line_no,
  coalesce(l.done_quantity, 0) as done_quantity, coalesce(k.done, 0) as linked_done,
  coalesce(l.held_quantity, 0) as held_quantity, coalesce(k.held, 0) as linked_held
from document_line_progress($1) l
full join link k on k.company_code = l.company_code and k.from_type = l.document_type
  and k.from_id = l.document_id and k.from_line = l.line_no
where coalesce(l.done_quantity, 0) <> coalesce(k.done, 0) or coalesce(l.held_quantity, 0) <> coalesce(k.held, 0)
