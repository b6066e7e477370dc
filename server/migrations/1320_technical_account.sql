-- Accounts of programs (technical accounts): no password and no sign-in, but tokens that an administrator issues, with a
-- request rate of their own and, if wanted, the networks they may come from. Their rights are those of any user.
alter table app_user
  add column is_technical boolean not null default false,
  -- Only for technical accounts.
  add column requests_per_minute integer not null default 300 check (requests_per_minute between 1 and 60000),
  -- Addresses and networks (10.1.0.0/16); empty permits all.
  add column networks text[] not null default '{}',
  add constraint app_user_technical check (not is_technical or (password_hash = '' and account <> 'admin'));

-- A token of a technical account has a name by which people tell it from the others while they replace one by the next.
alter table user_token
  add column token_id uuid not null default uuidv7(),
  add column name text not null default '',
  add column last_used_at timestamptz,
  -- Counts as a performer of what is done with the token, so that nobody checks his own work through a program.
  add column issued_by uuid references app_user,
  add column issued_by_name text not null default '';
alter table user_token drop constraint user_token_signed_in_by_check;
alter table user_token add constraint user_token_signed_in_by_check check (signed_in_by in ('password', 'saml', 'issued'));
alter table user_token add constraint user_token_named check ((signed_in_by = 'issued') = (name <> '' and issued_by is not null));
create unique index user_token_name on user_token (user_id, name) where signed_in_by = 'issued' and revoked_at is null;
