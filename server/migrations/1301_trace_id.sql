-- The trace (W3C Trace Context) to which an act, a posting and a call belong; '' for what was written without one. A
-- column of its own, because a client chooses the trace: several requests may have the same, while the request id is
-- unique and made here. Without a check, which would read the whole tables.
alter table audit_entry add column trace_id text not null default '';
alter table erp_posting add column trace_id text not null default '';
alter table erp_call_log add column trace_id text not null default '';

-- Every column of an entry, as a text that is the same on every machine. Of entries without a trace it is the same as
-- before there were traces, so that the links of older entries hold.
create or replace function audit_digest(entry audit_entry) returns text language sql stable as $$
  select encode(sha256(convert_to((jsonb_build_array(
    entry.company_code, entry.id, extract(epoch from entry.at), entry.user_id, entry.user_name, entry.subject_type,
    entry.subject_id, entry.subject_no, entry.action, entry.before, entry.after, entry.request_id)
    || case when entry.trace_id = '' then '[]'::jsonb else jsonb_build_array(entry.trace_id) end)::text, 'UTF8')), 'hex')
$$;
