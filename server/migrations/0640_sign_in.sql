-- Accounts that end by themselves, roles given by an application or a tenant, and signing in through an
-- identity provider by SAML (spec product.md sections 4, 6 and 7).

-- The last day an account may be used; null is for ever.
alter table app_user add column valid_until date;

-- How a token came about: a password that must be changed concerns only who signed in with it.
alter table user_token add column signed_in_by text not null default 'password' check (signed_in_by in ('password', 'saml'));

-- What a person may enter; the product itself is the first.
create table application (
  app_id text primary key check (app_id ~ '^[A-Za-z0-9_-]{1,60}$'),
  name_zh text not null check (name_zh <> ''),
  name_en text not null check (name_en <> ''),
  -- '' is the product itself, at its own home.
  url text not null default '',
  position integer not null default 0
);
insert into application (app_id, name_zh, name_en) values ('4517', '库房', 'Kufang');

-- Roles that everybody of an application or a tenant has, besides their own. Administrators are made one by one.
create table shared_role (
  holder_kind text not null check (holder_kind in ('application', 'tenant')),
  holder_id text not null check (holder_id <> ''),
  role_code text not null check (role_code <> '' and role_code <> 'admin'),
  granted_at timestamptz not null default now(),
  granted_by uuid not null,
  primary key (holder_kind, holder_id, role_code)
);

-- The one identity provider; no row means that signing in by SAML is not set up.
create table saml_configuration (
  only_one boolean primary key default true check (only_one),
  is_on boolean not null default false,
  -- Our own name towards the provider, and the address at which browsers reach us; '' is taken from the request.
  entity_id text not null check (entity_id <> ''),
  public_url text not null default '',
  provider_entity_id text not null check (provider_entity_id <> ''),
  sign_in_url text not null check (sign_in_url ~ '^https?://'),
  -- One or more certificates as PEM, so that the provider can change its key.
  provider_certificates text not null check (provider_certificates <> ''),
  -- The attribute that holds the account; '' takes the NameID.
  account_attribute text not null default '',
  is_response_signed boolean not null default true,
  clock_skew_seconds integer not null default 60 check (clock_skew_seconds between 0 and 600),
  -- Sealed; signs what we ask and opens what is encrypted for us.
  private_key text not null default '',
  certificate text not null default '',
  label_zh text not null default '统一身份认证登录',
  label_en text not null default 'Sign in with the company account',
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  changed_by uuid not null
);

-- Sign-ins under way: an answer must belong to one of them and to the browser that asked.
create table saml_request (
  request_id text primary key,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  browser_hash text not null check (browser_hash ~ '^[0-9a-f]{64}$'),
  redirect text not null default ''
);
create index saml_request_expiry on saml_request (expires_at);

-- Assertions that were taken; a second time is a replay.
create table saml_assertion (
  assertion_id text primary key,
  taken_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index saml_assertion_expiry on saml_assertion (expires_at);

-- The one-time code a browser exchanges for its token; only its digest is kept.
create table sign_in_code (
  code_hash text primary key check (code_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references app_user,
  browser_hash text not null,
  session_index text not null default '',
  expires_at timestamptz not null
);
create index sign_in_code_expiry on sign_in_code (expires_at);
