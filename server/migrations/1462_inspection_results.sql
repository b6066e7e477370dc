-- What the concluded record says of a line of a notice stands there, and beside the decision of its inspection order.
alter table inspection_notice_line
  add column record_no text,
  add column record_verdict text check (record_verdict in ('passed', 'deviating', 'failed')),
  add column record_finding text,
  add column acceptable_quantity numeric(18,3);
alter table inspection_order_line
  add column record_no text,
  add column record_verdict text check (record_verdict in ('passed', 'deviating', 'failed')),
  add column record_finding text,
  add column acceptable_quantity numeric(18,3);

-- Results are read latest first, of a supplier, and of a characteristic of a material group.
create index inspection_record_concluded on inspection_record (company_code, concluded_at, id);
create index inspection_record_supplier on inspection_record (company_code, supplier_no, concluded_at, id);
create index inspection_record_line_characteristic
  on inspection_record_line (company_code, material_group, characteristic, document_id, line_no);

-- Record sheets are searched by their number and report; the lines to be recorded also by their batch.
drop index if exists inspection_notice_line_text;
select create_search_index('inspection_notice_line', array['batch', 'description', 'material_no', 'source_no']);
drop index if exists inspection_record_text;
select create_search_index('inspection_record', array['doc_no', 'report_no']);
