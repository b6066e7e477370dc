-- What the chain of the audit log has yet to take in. The job that links looked for it among all entries of the last
-- hours each minute; now each entry leaves a row here, in the transaction that writes it, whoever writes it (a
-- server of an earlier version too), and the row goes with the link. A transaction that commits late shows its rows
-- when it commits, so nothing has to be known of how long one may last.
create table audit_unlinked (
  company_code text not null,
  at timestamptz not null,
  entry_id uuid not null,
  -- In the order in which entries are linked.
  primary key (company_code, at, entry_id)
);

create function queue_for_chain() returns trigger language plpgsql as $$
begin
  insert into audit_unlinked (company_code, at, entry_id) select company_code, at, id from written;
  return null;
end $$;
create trigger audit_entry_unlinked after insert on audit_entry referencing new table as written
  for each statement execute function queue_for_chain();

-- The trigger keeps writers away until this has ended: what was committed before is seen here, what comes after it
-- fills the queue. These are the entries that the job would have linked; older ones without a link are found by
-- npm run audit:verify, as before.
insert into audit_unlinked (company_code, at, entry_id)
select e.company_code, e.at, e.id
from audit_entry e
left join (select company_code, max(linked_at) as linked_at from audit_link group by 1) l
  on l.company_code = e.company_code
where (l.linked_at is null or e.at > l.linked_at - interval '6 hours')
  and not exists (select from audit_link k where k.company_code = e.company_code and k.entry_id = e.id);

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    revoke update, truncate on audit_unlinked from kufang_app;
  end if;
end $$;
