-- What of goods without papers went back to their supplier.
alter table unannounced_arrival_line add column sent_back_quantity numeric(18,3);
update unannounced_arrival_line l set sent_back_quantity = l.quantity, awaiting_quantity = 0
from unannounced_arrival h
where h.company_code = l.company_code and h.id = l.document_id and h.state = 'takenBack';
