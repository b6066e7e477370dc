-- 共享物资申请 Sharing request, in the company that asks
select create_document_tables('sharing_request', array['draft', 'asked', 'offered', 'refused', 'withdrawn', 'expired'],
  header => $$
    supplying_company text,
    supplying_plant text,
    supplying_storage_location text,
    needed_by date,
    purpose text,
    contact text,
    offer_no text,
    offered_date date,
    answer_remark text,
    answered_by_name text,
    withdrawal_reason text
  $$,
  lines => $$
    offered_quantity numeric(18,3)
  $$);
-- Those that nobody has answered in time.
create index sharing_request_open on sharing_request (company_code, needed_by, id) where state = 'asked';

-- 共享物资答复 Sharing offer, in the company that has the goods
select create_document_tables('sharing_offer', array['open', 'offered', 'refused', 'withdrawn', 'expired'],
  header => $$
    asking_company text,
    asking_plant text,
    request_no text,
    requested_by_name text,
    contact text,
    needed_by date,
    answer_by date,
    purpose text,
    offered_date date,
    answer_remark text
  $$,
  lines => $$
    offered_quantity numeric(18,3)
  $$);
select create_due_indexes('sharing_offer', 'answer_by', array['open', 'offered', 'refused', 'withdrawn', 'expired']);
-- Lists filter by these texts too.
drop index if exists sharing_request_text;
select create_search_index('sharing_request', array['doc_no', 'supplying_company']);
drop index if exists sharing_offer_text;
select create_search_index('sharing_offer', array['asking_company', 'doc_no']);
