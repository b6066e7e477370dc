-- Changes of rights that need a second person are requests beside those of rules: requested by one person, carried out
-- when another one approves.
alter table rule_change
  -- Of a change of rights: the user who gains, the call to carry out, and the rights the user has afterwards.
  add column gainer_id uuid,
  add column input jsonb,
  -- The last day on which it may be approved; null for ever.
  add column expires_on date,
  -- Carried out by the requester, because nobody else could have approved it.
  add column is_emergency boolean not null default false,
  drop constraint rule_change_rule_check,
  drop constraint rule_change_state_check,
  drop constraint rule_change_check,
  add constraint rule_change_rule_check check (rule = 'movement-rule' or rule ~ '^(user|shared)-[a-z-]+$'),
  add constraint rule_change_state_check check (state in ('requested', 'approved', 'effective', 'refused', 'withdrawn', 'expired')),
  add constraint rule_change_decided_check check (state in ('requested', 'withdrawn', 'expired') or is_emergency or decided_by <> requested_by),
  add constraint rule_change_gainer_check check (is_emergency or state not in ('approved', 'effective') or decided_by is distinct from gainer_id);
create index rule_change_of_gainer on rule_change (gainer_id) where gainer_id is not null and state = 'requested';

insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('rights-requested', 'mail', '权限变更待批准', 'Change of rights awaits approval',
   '{sender} 申请变更 {account} 的权限', '{sender} requests a change of the rights of {account}',
   '<p>{change}</p><p>原因：{reason}</p><p>请于 {expiresOn} 前批准或驳回。</p>',
   '<p>{change}</p><p>Reason: {reason}</p><p>Approve or refuse it by {expiresOn}.</p>', true),
  ('rights-requested', 'email', '权限变更待批准邮件', 'Change of rights awaits approval, by e-mail',
   '[库房] {sender} 申请变更 {account} 的权限', '[Kufang] {sender} requests a change of the rights of {account}',
   '<p>{change}</p><p>原因：{reason}</p><p>请于 {expiresOn} 前批准或驳回。</p>',
   '<p>{change}</p><p>Reason: {reason}</p><p>Approve or refuse it by {expiresOn}.</p>', true),
  ('rights-requested', 'Nail', '权限变更待批准钉钉提醒', 'Change of rights awaits approval, on DingTalk',
   '{sender} 申请变更 {account} 的权限', '{sender} requests a change of the rights of {account}',
   '<p>{change}</p>', '<p>{change}</p>', false),
  ('rights-emergency', 'mail', '权限变更未经他人批准', 'Change of rights without approval',
   '警报：{sender} 未经他人批准变更了 {account} 的权限', 'Alarm: {sender} changed the rights of {account} without approval',
   '<p>{change}</p><p>原因：{reason}</p><p>执行时没有其他人可以批准。请核查。</p>',
   '<p>{change}</p><p>Reason: {reason}</p><p>Nobody else could have approved it at that time. Examine it.</p>', true),
  ('rights-emergency', 'email', '权限变更未经他人批准邮件', 'Change of rights without approval, by e-mail',
   '[库房] 警报：{sender} 未经他人批准变更了 {account} 的权限', '[Kufang] Alarm: {sender} changed the rights of {account} without approval',
   '<p>{change}</p><p>原因：{reason}</p><p>执行时没有其他人可以批准。请核查。</p>',
   '<p>{change}</p><p>Reason: {reason}</p><p>Nobody else could have approved it at that time. Examine it.</p>', true),
  ('rights-emergency', 'Nail', '权限变更未经他人批准钉钉提醒', 'Change of rights without approval, on DingTalk',
   '警报：{sender} 未经他人批准变更了 {account} 的权限', 'Alarm: {sender} changed the rights of {account} without approval',
   '<p>{change}</p>', '<p>{change}</p>', false);
