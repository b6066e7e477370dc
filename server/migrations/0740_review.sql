-- 审核 is called review: "audit" means the audit log alone. Entries of the audit log keep the words they were written
-- with; they are evidence and nobody changes them.
do $$
declare
  document text;
begin
  foreach document in array array['goods_receipt', 'goods_issue'] loop
    execute format('alter table %I rename column audit_remark to review_remark', document);
    execute format('alter table %1$I drop constraint %1$s_state_check', document);
    execute format('update %I set state = ''reviewed'' where state = ''audited''', document);
  end loop;
end
$$;
alter table goods_receipt add check (state in ('draft', 'received', 'rejected', 'reviewed', 'reversalRequested', 'reversalApproved', 'reversed'));
alter table goods_issue add check (state in ('draft', 'picked', 'issued', 'rejected', 'reviewed', 'reversed'));
-- What waits for somebody names the action he takes.
update todo set action = 'review' where action = 'audit' and done_at is null;
