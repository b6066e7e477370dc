-- A to-do is for those who may do it now: within their picking units, and not for whom four eyes bar from it.
alter table todo
  add column picking_unit text not null default '',
  add column barred_users uuid[] not null default '{}';
-- Undoing is possible, not due: what asked for it is closed.
update todo set done_at = now() where done_at is null and action = 'withdraw';
-- Open approvals know whose requests they are; those that come from now on are written with it.
update todo t set picking_unit = r.picking_unit,
  barred_users = array(
    select distinct (act.value ->> 'userId')::uuid from jsonb_each(r.acts) as act
    where act.key in ('create', 'edit', 'submit') and t.action = 'approve')
from requisition r
where t.document_type = 'requisition' and t.done_at is null
  and r.company_code = t.company_code and r.id = t.document_id;
