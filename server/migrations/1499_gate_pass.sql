-- The gate pass of an issue is used once: when, and by whom. An issue that has left is found by the day.
alter table goods_issue add column gate_passed_at timestamptz, add column gate_passed_by_name text;
create index goods_issue_gate on goods_issue (company_code, gate_passed_at, id) where gate_passed_at is not null;
-- The guard looks for the number of the pass and for who fetches the goods, by a part of the text.
drop index if exists goods_issue_text;
select create_search_index('goods_issue', array['delivery_place', 'doc_no', 'gate_pass_no', 'recipient']);
