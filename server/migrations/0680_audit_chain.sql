-- The audit log shows tampering: a chain per company, each link made from the one before and from the
-- whole entry. Links are made by a job behind the writers, so that nobody waits for anybody.
create table audit_link (
  company_code text not null,
  position bigint not null check (position > 0),
  entry_id uuid not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  chain text not null check (chain ~ '^[0-9a-f]{64}$'),
  linked_at timestamptz not null default now(),
  primary key (company_code, position),
  unique (company_code, entry_id)
);
create trigger audit_link_append_only before update or delete on audit_link
  for each row execute function refuse_change();
create trigger audit_link_no_truncate before truncate on audit_link
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    revoke update, delete, truncate on audit_link, audit_entry from kufang_app;
  end if;
end $$;

-- Every column of an entry, as a text that is the same on every machine.
create function audit_digest(entry audit_entry) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    entry.company_code, entry.id, extract(epoch from entry.at), entry.user_id, entry.user_name, entry.subject_type,
    entry.subject_id, entry.subject_no, entry.action, entry.before, entry.after, entry.request_id)::text, 'UTF8')), 'hex')
$$;
