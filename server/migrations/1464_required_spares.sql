-- What comes in the crate of a material besides its documents: 密封垫×2 for each piece.
alter table material add column required_spares text[] not null default '{}';

-- Missing documents and spares raise problem documents, too.
alter table problem_document drop constraint problem_document_cause_check;
alter table problem_document add constraint problem_document_cause_check
  check (cause in ('shortage', 'orderChanged', 'orderEnded', 'overDelivery', 'orderBelowPosted', 'receiptBelowPosted', 'documentsMissing', 'sparesMissing'));
alter table problem_document drop constraint problem_document_remedy_check;
alter table problem_document add constraint problem_document_remedy_check
  check (remedy in ('shortage', 'orderChanged', 'orderEnded', 'overDelivery', 'orderBelowPosted', 'receiptBelowPosted', 'documentsMissing', 'sparesMissing'));

-- Surplus spares are listed.
create index packing_check_line_outcome on packing_check_line (company_code, outcome, document_id, line_no);
drop index if exists packing_check_text;
select create_search_index('packing_check', array['case_no', 'doc_no']);
