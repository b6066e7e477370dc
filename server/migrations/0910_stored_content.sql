-- What persons send: counted for their daily quota, and removed when nothing refers to it.

-- Bytes each person has sent, by day (UTC).
create table received_bytes (
  user_id uuid not null references app_user,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (user_id, day)
);

-- Content stored by digest since this migration. It is written before the content; housekeeping removes content that
-- nothing refers to a day later.
create table stored_content (
  content_key text primary key check (content_key ~ '^(files|photos)/[0-9a-f]{2}/[0-9a-f]{64}$'),
  stored_at timestamptz not null default now()
);
create index stored_content_age on stored_content (stored_at);

-- Housekeeping asks what refers to a digest.
create index attachment_digest on attachment (digest_sha256);
create index app_user_photo on app_user (photo) where photo <> '';

-- When a merged file became an attachment; until then it counts against the limit of its owner.
alter table file_upload add column used_at timestamptz;
