-- What every area stands on: the application's role, document numbers, action requests, links, audit, to-dos.

do $$
begin
  if not exists (select from pg_roles where rolname = 'kufang_app') then
    create role kufang_app nologin;
  end if;
  execute format('grant kufang_app to %I', current_user);
exception
  -- On a server where we may not create roles, the triggers of the ledger guard it alone.
  when insufficient_privilege then
    raise notice 'role kufang_app not created: %', sqlerrm;
end $$;

create function grant_to_app(target regclass, privileges text) returns void language plpgsql as $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    execute format('grant %s on %s to kufang_app', privileges, target);
  end if;
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'kufang_app') then
    -- Tables are readable and writable by default; the ledger and the audit log take rights away again.
    alter default privileges in schema public grant select, insert, update, delete on tables to kufang_app;
    alter default privileges in schema public grant usage, select, update on sequences to kufang_app;
    grant usage on schema public to kufang_app;
  end if;
end $$;

-- Refuses any change of rows that are evidence (ledger, audit log), whoever is connected.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- Gapless per company, kind of document and month: drawn inside the document's own transaction.
create table document_number (
  company_code text not null,
  prefix text not null,
  period text not null check (period ~ '^\d{6}$'),
  last_sequence integer not null,
  primary key (company_code, prefix, period)
);

-- One row per request of a client: a double click or a retried request acts once.
create table action_request (
  company_code text not null,
  idempotency_key text not null check (length(idempotency_key) between 8 and 80),
  user_id uuid not null,
  fingerprint text not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (company_code, idempotency_key)
);
create index action_request_created on action_request (created_at);

-- Line of a successor document that fulfils a line of its predecessor; open quantities and the document flow derive from it.
create table document_link (
  company_code text not null,
  from_type text not null,
  from_id uuid not null,
  from_line integer not null,
  to_type text not null,
  to_id uuid not null,
  to_line integer not null,
  quantity numeric(18,3) not null check (quantity > 0),
  -- false once the successor was reversed or deleted: kept for the flow, not counted as done.
  is_live boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (company_code, from_type, from_id, from_line, to_type, to_id, to_line)
);
create index document_link_to on document_link (company_code, to_type, to_id, to_line);

-- Everything a person did: who, when, what, before and after. Append-only.
create table audit_entry (
  company_code text not null,
  id uuid not null,
  at timestamptz not null default now(),
  user_id uuid not null,
  user_name text not null,
  subject_type text not null,
  subject_id text not null,
  subject_no text not null default '',
  action text not null,
  before jsonb,
  after jsonb,
  request_id text not null default '',
  primary key (company_code, id)
);
create index audit_entry_subject on audit_entry (company_code, subject_type, subject_id, at);
create index audit_entry_at on audit_entry (company_code, at desc, id);
create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function refuse_change();
create trigger audit_entry_no_truncate before truncate on audit_entry for each statement execute function refuse_change();

-- A to-do for everyone who holds the role of the next step within the scope of the document.
create table todo (
  company_code text not null,
  id uuid not null,
  role_code text not null,
  plant text not null default '',
  storage_location text not null default '',
  supplier_no text not null default '',
  document_type text not null,
  document_id uuid not null,
  document_no text not null,
  action text not null,
  handle_url text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  done_at timestamptz,
  primary key (company_code, id)
);
create index todo_open on todo (company_code, role_code, created_at desc) where done_at is null;
create index todo_document on todo (company_code, document_type, document_id) where done_at is null;

create table attachment (
  company_code text not null,
  id uuid not null,
  document_type text not null,
  document_id uuid not null,
  line_no integer,
  file_name text not null,
  media_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  digest_sha256 text not null,
  kind text not null default 'other',
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  -- Files are never overwritten: a removed one stays on disk and in the log.
  removed_at timestamptz,
  primary key (company_code, id)
);
create index attachment_document on attachment (company_code, document_type, document_id);
