-- What happened is announced by the process that wrote it, after the commit and gathered (Announcer), no longer
-- by triggers: a transaction that notifies commits alone, so that all business waited for each other's way to
-- the disk. Rows written past the product (psql) are found by the live channel's slow round, acts in the audit
-- log only. What must leave the house goes on being handed to a job in the transaction itself.
drop trigger audit_entry_announced on audit_entry;
drop function announce_acts();
drop trigger message_announced on message;
drop function announce_message();
drop trigger todo_done_announced on todo;
drop function announce_done_todos();

create or replace function announce_todos() returns trigger language plpgsql as $$
begin
  if exists (select from message_template where event = 'todo-created' and send_type <> 'mail' and is_on) then
    perform add_message_job('announceTodo', company_code, id) from opened where done_at is null;
  end if;
  return null;
end $$;
