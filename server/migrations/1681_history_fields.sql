-- What was counted too high at the gate is not part of what arrived.
alter table arrival_line add column reversed_quantity numeric(18,3);
update arrival_line l set reversed_quantity = x.quantity
from (
  select l.company_code, l.document_id, l.line_no, l.closed_quantity - coalesce((
    select sum(c.quantity) from consignment_closing_line c
    join consignment_closing h on h.company_code = c.company_code and h.id = c.document_id and h.state = 'closed'
    where c.company_code = l.company_code and c.source_id = l.document_id and c.source_line = l.line_no), 0) as quantity
  from arrival_line l
  join arrival h on h.company_code = l.company_code and h.id = l.document_id
  where l.needs_inspection is not true and l.closed_quantity > 0
    and h.state in ('arrived', 'partlyReceived', 'received', 'reversalRequested', 'reversalApproved')
) x
where l.company_code = x.company_code and l.document_id = x.document_id and l.line_no = x.line_no and x.quantity > 0;

-- Of inspected goods the arrival is what the order has received in the ERP, of others the receipt.
alter table goods_receipt_line add column needs_inspection boolean;
update goods_receipt_line r set needs_inspection = coalesce(a.needs_inspection, false)
from arrival_line a
where a.company_code = r.company_code and a.document_id = r.source_id and a.line_no = r.source_line;
