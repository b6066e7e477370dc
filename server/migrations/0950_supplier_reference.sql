-- The supplier's delivery note number of a line: what is posted of it carries this number (XBLNR).
alter table arrival_line add column reference text;
alter table goods_receipt_line add column reference text;

update arrival_line l set reference = n.reference
from delivery_note n
where n.company_code = l.company_code and n.id = l.source_id and n.reference is not null;

update goods_receipt_line l set reference = a.reference
from arrival_line a
where a.company_code = l.company_code and a.document_id = l.source_id and a.line_no = l.source_line
  and a.reference is not null;
