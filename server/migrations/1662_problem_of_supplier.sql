-- The delivery notes a problem concerns, which its supplier sees instead of all our numbers.
alter table problem_document add column note_nos text[];
update problem_document h set note_nos = coalesce((
  select array_agg(n.doc_no order by n.doc_no) from delivery_note n
  where n.company_code = h.company_code and n.doc_no = any (h.concerned_nos)), '{}');

-- Differences of our books wait for the buyer; the supplier is not asked about them any more.
update todo t set done_at = now()
from problem_document h
where t.company_code = h.company_code and t.document_type = 'problem-document' and t.document_id = h.id
  and t.action = 'answer' and t.done_at is null and h.state = 'raised' and h.cause in ('orderBelowPosted', 'receiptBelowPosted');
update problem_document set state = 'answered'
where state = 'raised' and cause in ('orderBelowPosted', 'receiptBelowPosted');
