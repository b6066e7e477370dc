-- Problems that an unpacking or the check of a crate found name the delivery note that their goods came with, which is all
-- their supplier sees of them.
with behind as (
  select h.company_code, h.id, a.source_no
  from problem_document h
  join problem_document_line p on p.company_code = h.company_code and p.document_id = h.id
  join arrival_line a on a.company_code = h.company_code and a.purchase_order_no = h.purchase_order_no
    and a.purchase_order_line = p.purchase_order_line
  join arrival d on d.company_code = a.company_code and d.id = a.document_id and d.doc_no = any (h.concerned_nos)
  where h.cause = 'shortage'
  union
  select h.company_code, h.id, a.source_no
  from problem_document h
  join packing_check c on c.company_code = h.company_code and c.doc_no = any (h.concerned_nos)
  join packing_check_line l on l.company_code = c.company_code and l.document_id = c.id
    and l.purchase_order_no = h.purchase_order_no
  join inspection_notice_line n on n.company_code = l.company_code and n.document_id = l.source_id
    and n.line_no = l.source_line
  join arrival_line a on a.company_code = n.company_code and a.document_id = n.source_id and a.line_no = n.source_line
  where h.cause in ('documentsMissing', 'sparesMissing')),
notes as (
  select company_code, id, array_agg(distinct source_no order by source_no) as nos from behind
  where source_no <> '' group by company_code, id)
update problem_document h set note_nos = notes.nos
from notes where notes.company_code = h.company_code and notes.id = h.id;
