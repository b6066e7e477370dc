-- Files that arrive in parts, so that a lost connection costs one part and not the file. Parts and the merged
-- file lie in the content store under uploads/<id>; housekeeping ends what nobody touched for a day.

create table file_upload (
  id uuid primary key,
  user_id uuid not null references app_user,
  -- What the client knows the file by (name, size, last change): the same one is taken up again.
  fingerprint text not null check (length(fingerprint) between 1 and 400),
  file_name text not null check (file_name <> ''),
  size_bytes bigint not null check (size_bytes > 0),
  part_bytes integer not null check (part_bytes > 0),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  merged_at timestamptz,
  digest_sha256 text check (digest_sha256 ~ '^[0-9a-f]{64}$'),
  content_kind text,
  check ((merged_at is null) = (digest_sha256 is null) and (merged_at is null) = (content_kind is null))
);
create unique index file_upload_open on file_upload (user_id, fingerprint) where merged_at is null;
create index file_upload_age on file_upload (changed_at);

create table file_upload_part (
  upload_id uuid not null references file_upload on delete cascade,
  part_no integer not null check (part_no > 0),
  size_bytes integer not null check (size_bytes > 0),
  digest_sha256 text not null check (digest_sha256 ~ '^[0-9a-f]{64}$'),
  primary key (upload_id, part_no)
);
