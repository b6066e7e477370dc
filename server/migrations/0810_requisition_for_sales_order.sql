-- A requisition can be made from the items of a sales order; the issue of its goods is charged to them.

alter table requisition drop constraint requisition_requisition_type_check;
alter table requisition add constraint requisition_requisition_type_check
  check (requisition_type in ('planned', 'urgent', 'sales'));
alter table requisition add column customer_no text;
alter table requisition_line add column sales_order_no text, add column sales_order_line integer;
alter table goods_issue_line add column sales_order_no text, add column sales_order_line integer;

alter table sales_order_line add column sales_order_no text, add column sales_order_line integer;
update sales_order_line l set sales_order_no = h.doc_no, sales_order_line = l.line_no
from sales_order h where h.company_code = l.company_code and h.id = l.document_id;
