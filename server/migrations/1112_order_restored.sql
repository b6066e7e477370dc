-- A problem document is also closed because its order was restored in the ERP, and raised because the ERP has less of an
-- order, ordered or received, than we posted.
alter table problem_document drop constraint problem_document_decision_check;
alter table problem_document add constraint problem_document_decision_check
  check (decision in ('accepted', 'corrected', 'dismissed', 'causeGone', 'orderRestored'));
alter table problem_document drop constraint problem_document_cause_check;
alter table problem_document add constraint problem_document_cause_check
  check (cause in ('shortage', 'orderChanged', 'orderEnded', 'overDelivery', 'orderBelowPosted', 'receiptBelowPosted'));
alter table problem_document drop constraint problem_document_remedy_check;
alter table problem_document add constraint problem_document_remedy_check
  check (remedy in ('shortage', 'orderChanged', 'orderEnded', 'overDelivery', 'orderBelowPosted', 'receiptBelowPosted'));
