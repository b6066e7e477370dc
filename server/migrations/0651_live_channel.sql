-- Tells every process what happened, at the commit of whoever wrote it: the payload names rows, it holds nothing
-- of them. And hands what must leave the house to a job, in the same transaction.

-- Jobs are laid down when a process starts; before that (tests, imports) nothing leaves the house anyway.
create function add_message_job(task text, company_code text, id uuid) returns void language plpgsql as $$
begin
  if to_regprocedure('public.add_background_job(text, json, text, timestamptz, integer, text)') is not null then
    perform public.add_background_job(task, json_build_object('companyCode', company_code, 'id', id), null, null, 5, null);
  end if;
end $$;

create function announce_todos() returns trigger language plpgsql as $$
begin
  perform pg_notify('kufang_live', 'todo|' || company_code || '|' || id) from opened;
  if exists (select from message_template where event = 'todo-created' and send_type <> 'mail' and is_on) then
    perform add_message_job('announceTodo', company_code, id) from opened where done_at is null;
  end if;
  return null;
end $$;
create trigger todo_announced after insert on todo referencing new table as opened
  for each statement execute function announce_todos();

create function announce_done_todos() returns trigger language plpgsql as $$
begin
  perform pg_notify('kufang_live', 'done|' || company_code || '|' || role_code)
  from (select distinct company_code, role_code from closed) done;
  return null;
end $$;
create trigger todo_done_announced after update on todo referencing new table as closed
  for each statement execute function announce_done_todos();

create function announce_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('kufang_live', 'message|' || company_code || '|' || id) from written;
  return null;
end $$;
create trigger message_announced after insert on message referencing new table as written
  for each statement execute function announce_message();

-- Lists that others have open become stale with what is written in the log of acts.
create function announce_acts() returns trigger language plpgsql as $$
begin
  perform pg_notify('kufang_live', 'entity|' || company_code || '|' || subject_type || '|' || user_id)
  from (select distinct company_code, subject_type, user_id from acts) act;
  return null;
end $$;
create trigger audit_entry_announced after insert on audit_entry referencing new table as acts
  for each statement execute function announce_acts();

-- Of an alarm people are told by a job: it is raised in the middle of sending to the ERP.
create function announce_alarms() returns trigger language plpgsql as $$
begin
  if exists (select from message_template where event = 'posting-failed' and is_on) then
    perform add_message_job('announceAlarm', company_code, id) from raised;
  end if;
  return null;
end $$;
create trigger erp_alarm_announced after insert on erp_alarm referencing new table as raised
  for each statement execute function announce_alarms();
