-- 零价值入库单 Zero-value receipt: surplus spares of a packing check, and the material number they are put into stock with.
select create_document_tables('zero_value_receipt', array['awaiting', 'received', 'rejected', 'reviewed', 'reversalRequested', 'reversalApproved', 'reversed', 'cancelled'],
  header => $$
    origin text check (origin in ('spares', 'reclaimed', 'gift', 'leftover')),
    supplier_no text,
    packing_check_no text,
    review_remark text,
    correction_remark text,
    reversal_reason text,
    cancel_reason text
  $$,
  lines => $$
    item_name text,
    proposed_bin text,
    bin text,
    batch text,
    production_date date,
    expiry_date date,
    is_numbered boolean,
    serial_numbers text[]
  $$);

-- Its lists are filtered by supplier and searched by the number of the packing check.
create index zero_value_receipt_supplier on zero_value_receipt (company_code, supplier_no, created_at, id);
drop index if exists zero_value_receipt_text;
select create_search_index('zero_value_receipt', array['doc_no', 'packing_check_no']);

alter table packing_check_line add column spare_material_no text;
