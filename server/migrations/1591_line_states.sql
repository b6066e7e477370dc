-- Lists of mirrored lines are filtered by their state (progress). Lines of a state may be of one company only: without the
-- statistics the first page of the other company read all of its headers in search of them (sales orders 93 to 244 ms for
-- 33,000). A line changes its state at most a few times, so that the index costs writers little.
create index purchase_order_line_progress on purchase_order_line (company_code, progress, document_id);
create index reservation_line_progress on reservation_line (company_code, progress, document_id);
create index sales_order_line_progress on sales_order_line (company_code, progress, document_id);
create statistics purchase_order_line_states (mcv) on company_code, progress from purchase_order_line;
create statistics reservation_line_states (mcv) on company_code, progress from reservation_line;
create statistics sales_order_line_states (mcv) on company_code, progress from sales_order_line;
-- Statistics are empty until their table is analyzed.
analyze purchase_order_line, reservation_line, sales_order_line;
