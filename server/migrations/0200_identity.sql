-- Who may sign in, with which role and button codes, and which data they see (spec domain.md 1.5).

create table app_user (
  id uuid primary key default uuidv7(),
  -- Compared in lower case only, so that Admin and admin are one person.
  account text not null unique check (account = lower(account) and account ~ '^[a-z0-9._@-]{2,60}$'),
  user_name text not null check (user_name <> ''),
  password_hash text not null,
  user_type text not null default 'EMP' check (user_type in ('EMP', 'EXU')),
  email text not null default '',
  mobile text not null default '',
  address text not null default '',
  id_card text not null default '',
  telephone text not null default '',
  photo text not null default '',
  -- Set for a supplier's user: sees the documents of this supplier only.
  supplier_no text not null default '',
  app_id text not null default '4517',
  tenant_id text not null default '',
  status text not null default 'active' check (status in ('active', 'disabled')),
  must_change_password boolean not null default false,
  password_changed_at timestamptz not null default now(),
  last_login_at timestamptz,
  language text not null default 'zh' check (language in ('zh', 'en')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  changed_at timestamptz not null default now(),
  changed_by uuid not null
);
create index app_user_name on app_user (user_name);

-- Failures are counted per name that was typed, whether such an account exists or not: a stranger
-- cannot learn from a lock which accounts exist.
create table sign_in_failure (
  account text primary key,
  failed_attempts integer not null default 0,
  locked_until timestamptz,
  last_failed_at timestamptz not null default now()
);

create table user_role (
  user_id uuid not null references app_user,
  role_code text not null check (role_code <> ''),
  granted_at timestamptz not null default now(),
  granted_by uuid not null,
  primary key (user_id, role_code)
);
create index user_role_code on user_role (role_code);

-- Button codes (FUN).
create table user_function (
  user_id uuid not null references app_user,
  function_code text not null check (function_code <> ''),
  granted_at timestamptz not null default now(),
  granted_by uuid not null,
  primary key (user_id, function_code)
);

-- Opaque tokens; only their digest is kept, so a stolen table opens nothing.
create table user_token (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references app_user,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default '',
  remote_address text not null default ''
);
create index user_token_user on user_token (user_id) where revoked_at is null;
create index user_token_expiry on user_token (expires_at);

-- The data scope. A dimension without live rows does not narrow; without a row in user_plant a
-- person who is no administrator sees nothing. Rows are ended, never deleted: who could see what,
-- and when, stays answerable.
create table user_plant (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user,
  company_code text not null check (company_code <> ''),
  -- '' stands for all plants of the company.
  plant text not null default '',
  department text not null default '',
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  created_by uuid not null,
  created_by_name text not null,
  ended_by_name text not null default ''
);
create unique index user_plant_live on user_plant (user_id, company_code, plant, department) where valid_to is null;

create table user_storage_location (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user,
  company_code text not null check (company_code <> ''),
  plant text not null check (plant <> ''),
  storage_location text not null check (storage_location <> ''),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  created_by uuid not null,
  created_by_name text not null,
  ended_by_name text not null default ''
);
create unique index user_storage_location_live
  on user_storage_location (user_id, company_code, plant, storage_location) where valid_to is null;

create table user_material_group (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user,
  material_group text not null check (material_group <> ''),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  created_by uuid not null,
  created_by_name text not null,
  ended_by_name text not null default ''
);
create unique index user_material_group_live on user_material_group (user_id, material_group) where valid_to is null;

create table user_picking_unit (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user,
  company_code text not null check (company_code <> ''),
  picking_unit text not null check (picking_unit <> ''),
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  created_by uuid not null,
  created_by_name text not null,
  ended_by_name text not null default ''
);
create unique index user_picking_unit_live
  on user_picking_unit (user_id, company_code, picking_unit) where valid_to is null;
