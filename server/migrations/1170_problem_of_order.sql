-- The latest problem document of an order, also a closed one, whenever orders are read from the ERP.
drop index problem_document_open;
create index problem_document_order on problem_document (company_code, purchase_order_no, created_at desc);
