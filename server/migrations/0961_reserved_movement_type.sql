-- A reservation item is withdrawn with its own movement type (RESB-BWART), charged to its asset or sales order if it
-- names one.
alter table reservation_line
  add column movement_type text,
  add column sales_order_no text,
  add column sales_order_line integer;
update reservation_line l set movement_type = r.movement_type
from reservation r
where r.company_code = l.company_code and r.id = l.document_id;
alter table reservation drop column movement_type;

alter table reservation add column asset_no text, add column asset_sub_no text;
alter table requisition add column asset_no text, add column asset_sub_no text;
alter table goods_issue add column asset_no text, add column asset_sub_no text;
alter table purchase_order_line add column asset_no text, add column asset_sub_no text;
alter table purchase_request_line add column asset_no text, add column asset_sub_no text;

alter table requisition_line add column movement_type text;
alter table goods_issue_line add column movement_type text;
update requisition_line l set movement_type = r.movement_type
from reservation_line r
where l.source_type = 'reservation' and r.company_code = l.company_code and r.document_id = l.source_id
  and r.line_no = l.source_line;
update goods_issue_line l set movement_type = r.movement_type
from requisition_line r
where l.source_type = 'requisition' and r.company_code = l.company_code and r.document_id = l.source_id
  and r.line_no = l.source_line;

-- A rule that applies only where the ERP's document prescribes its movement type, such as a customer's own type. Rules
-- whose movement type a reservation may prescribe are the permitted list.
alter table erp_movement_rule add column is_only_prescribed boolean not null default false;
