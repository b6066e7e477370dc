-- Of an account whose password was shown to or chosen by somebody else: who that is, until another person has confirmed
-- that its own person has it. An address to which a password may be mailed is one that has stood for some days.
alter table app_user
  add column password_known_to uuid,
  add column password_known_to_name text not null default '',
  add column email_changed_at timestamptz not null default '-infinity';
alter table app_user alter column email_changed_at set default now();

insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('account-access', 'mail', '账号的密码或邮箱变更', 'Password or mail address of an account changed',
   '{account} 的{change}', '{account}: {change}',
   '<p>由 {sender} 办理。如非本人要求，请立即联系管理员。</p>',
   '<p>Done by {sender}. If the person of the account did not ask for it, inform an administrator at once.</p>', true),
  ('account-access', 'email', '账号的密码或邮箱变更邮件', 'Password or mail address of an account changed, by e-mail',
   '[库房] {account} 的{change}', '[Kufang] {account}: {change}',
   '<p>由 {sender} 办理。如非本人要求，请立即联系管理员。</p>',
   '<p>Done by {sender}. If the person of the account did not ask for it, inform an administrator at once.</p>', true),
  ('account-access', 'Nail', '账号的密码或邮箱变更钉钉提醒', 'Password or mail address of an account changed, on DingTalk',
   '{account} 的{change}', '{account}: {change}', '<p>{sender}</p>', '<p>{sender}</p>', false);

-- Browsers in which somebody has signed in to an account: their wrong passwords are counted by themselves, so that whoever
-- shares the network does not lock them out.
create table known_device (
  account text not null,
  -- Digest of the secret in the browser's cookie.
  device text not null,
  last_signed_in_at timestamptz not null default now(),
  primary key (account, device)
);
create index known_device_age on known_device (last_signed_in_at);

-- What staff attach to a document that an external person reads too is theirs, unless they say otherwise.
alter table attachment add column is_internal boolean not null default false;
