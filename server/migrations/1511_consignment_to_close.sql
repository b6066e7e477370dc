-- Consignment that may still be closed: among many arrivals that are received the open ones were looked for by the newest.
drop index arrival_line_consignment;
create index arrival_line_consignment on arrival_line (company_code, document_id, line_no)
where special_stock = 'K' and open_quantity > 0;
