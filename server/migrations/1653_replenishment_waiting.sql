-- The list of replenishment requests opens with those that wait: neither placed nor cancelled ones.
drop index replenishment_request_due_first;
select create_due_indexes('replenishment_request', 'required_date', array['draft', 'requested']);
