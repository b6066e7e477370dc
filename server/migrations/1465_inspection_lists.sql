-- The lists of record sheets and of documents and spares checks are filtered by supplier, their results by verdict.
create index inspection_record_supplier_newest on inspection_record (company_code, supplier_no, created_at, id);
create index packing_check_supplier on packing_check (company_code, supplier_no, created_at, id);
create index inspection_record_line_verdict on inspection_record_line (company_code, verdict, document_id, line_no);
