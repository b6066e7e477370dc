-- What a person made of the product: columns, views, favourites, pages used last. Own user only.

create table user_preference (
  user_id uuid not null references app_user,
  preference_key text not null check (preference_key ~ '^[A-Za-z0-9:/._ -]{1,160}$'),
  value jsonb not null,
  -- The moment of the change where it was made: of two devices the later one wins, whatever arrives last.
  changed_at timestamptz not null,
  primary key (user_id, preference_key)
);

-- A view as it was when its link was made. Whoever holds the page's role may open it and keep a copy.
create table shared_view (
  id uuid primary key,
  page_path text not null check (page_path like '/%'),
  page_key text not null check (page_key <> ''),
  name text not null check (length(name) between 1 and 60),
  content jsonb not null,
  -- The same view shared again by the same person gets the same link.
  digest_sha256 text not null check (digest_sha256 ~ '^[0-9a-f]{64}$'),
  created_by uuid not null references app_user,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  unique (created_by, digest_sha256)
);
