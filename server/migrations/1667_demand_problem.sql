-- 需求问题单据 Demand problem
select create_document_tables('demand_problem', array['raised', 'answered', 'closed'],
  header => $$
    demand_type text check (demand_type in ('reservation', 'salesOrder')),
    demand_no text,
    cause text check (cause in ('changed', 'ended', 'blocked')),
    picking_unit text,
    requester text,
    requisition_nos text[],
    issue_nos text[],
    decision text check (decision in ('accepted', 'corrected', 'dismissed', 'causeGone', 'demandRestored')),
    remedy text check (remedy in ('changed', 'ended', 'blocked')),
    answer text,
    decision_reason text
  $$,
  lines => $$
    demand_line integer,
    required_before numeric(18,3),
    required_after numeric(18,3),
    due_before date,
    due_after date,
    place_before text,
    place_after text,
    account_before text,
    account_after text
  $$);

-- The problems of a reservation or sales order, whenever it changes in the ERP or something of it is given up or leaves, and
-- for who looks for its number.
create index demand_problem_demand on demand_problem (company_code, demand_no, created_at desc);

drop index if exists demand_problem_text;
select create_search_index('demand_problem', array['demand_no', 'doc_no']);
