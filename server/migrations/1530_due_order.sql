-- Worklists of documents with a due date open with what is due first (contract document/usual-order.ts). Makes the indexes of
-- a document in that order: of the documents that wait, in the states of its worklists, and of all of them, for lists without
-- a filter by state and for filters by the date.
create function create_due_indexes(header text, due text, states text[]) returns void language plpgsql as $$
begin
  execute format(
    'create index %I on %I (company_code, %I, created_at, id) where state in (%s)', header || '_due_first', header, due,
    (select string_agg(quote_literal(state), ', ') from unnest(states) as given (state)));
  if not exists (
    select 1 from pg_index i
    where i.indrelid = header::regclass and i.indpred is null and pg_get_indexdef(i.indexrelid)
      like format('%%(company_code, %I, created_at, id)', due)
  ) then
    execute format('create index %I on %I (company_code, %I, created_at, id)', header || '_by_' || due, header, due);
  end if;
end
$$;

select create_due_indexes('customs_clearance', 'eta_date', array['open', 'declared', 'inspecting']);
select create_due_indexes('delivery_note', 'eta_date', array['submitted', 'confirmed', 'partlyArrived']);
select create_due_indexes('direct_receipt', 'eta_date', array['dispatched', 'rejected']);
select create_due_indexes('distribution_order', 'trip_date',
  array['waiting', 'allotted', 'loaded', 'underWay', 'partlyRefused', 'refused']);
select create_due_indexes('emergency_issue', 'supplement_due_date', array['awaiting', 'partlySupplemented']);
select create_due_indexes('inspection_notice', 'unpacking_at',
  array['timeConfirmed', 'inspectorConfirmed', 'inspecting']);
select create_due_indexes('overdue_record', 'act_by', array['raised', 'answered', 'exclusionRequested']);
select create_due_indexes('request_delivery', 'eta_date',
  array['draft', 'returned', 'submitted', 'toDirector', 'approved']);
select create_due_indexes('requisition', 'required_date', array['submitted', 'approved', 'partlyIssued']);
select create_due_indexes('unannounced_arrival', 'supplement_due_date',
  array['draft', 'awaiting', 'partlySupplemented']);

-- The time to unpack is the due time of the steps that wait for it.
update todo t set due_at = h.unpacking_at from inspection_notice h
where t.company_code = h.company_code and t.document_type = 'inspection-notice' and t.document_id = h.id and t.done_at is null
  and h.state in ('timeConfirmed', 'inspectorConfirmed') and h.unpacking_at is not null;

-- Approvals of documents without a due date are reminded of and escalated, too. What is overdue today is on the list; nobody
-- gets a message for each of them at once.
update todo set reminded_at = now(), escalated_at = now() where done_at is null and due_at < now() and reminded_at is null;
