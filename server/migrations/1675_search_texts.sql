-- Lists are searched by exactly these texts.
drop index if exists sample_withdrawal_line_text;
select create_search_index('sample_withdrawal_line', array['description', 'material_no', 'purchase_order_no', 'source_no']);
drop index if exists demand_problem_text;
select create_search_index('demand_problem', array['demand_no', 'doc_no']);
drop index if exists emergency_issue_text;
select create_search_index('emergency_issue', array['doc_no', 'gate_pass_no']);
