-- Rejects that the supplier is to pick up have a day until which he has to. Those that wait today have a period from today on:
-- nobody gets a message for each of them at once.
alter table rejects_return add column pick_up_due_date date;
update rejects_return set pick_up_due_date = (now() at time zone 'Asia/Shanghai')::date + 10
where state in ('submitted', 'handedOver');
update todo t set due_at = (h.pick_up_due_date + 1)::timestamp at time zone 'Asia/Shanghai', reminded_at = null, escalated_at = null
from rejects_return h
where t.company_code = h.company_code and t.document_type = 'rejects-return' and t.document_id = h.id and t.done_at is null
  and h.state in ('submitted', 'handedOver');
select create_due_indexes('rejects_return', 'pick_up_due_date', array['submitted', 'handedOver', 'reversalApproved']);
