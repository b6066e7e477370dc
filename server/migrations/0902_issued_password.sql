-- A password made by the product is sent to the person's own mail address and may be used for a limited time.
alter table app_user add column password_valid_until timestamptz;

-- Sealed; stands in the content where the marker is, until the message was sent.
alter table message_delivery add column sealed text not null default '';

insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('password-issued', 'mail', '密码重置通知', 'Password reset',
   '您的账号 {account} 的密码已被重置', 'The password of your account {account} was reset',
   '<p>{sender} 重置了密码。若非您本人要求，请立即联系系统管理员。</p>',
   '<p>{sender} reset the password. If you did not ask for it, contact an administrator at once.</p>', true),
  ('password-issued', 'email', '一次性密码邮件', 'One-time password by e-mail',
   '[库房] 账号 {account} 的一次性密码', '[Kufang] One-time password of account {account}',
   '<p>{sender} 设置了一次性密码：<b>{password}</b></p><p>{hours} 小时内有效，登录后须立即修改。若非您本人要求，请立即联系系统管理员。</p>',
   '<p>{sender} set a one-time password: <b>{password}</b></p><p>It is valid for {hours} hours and must be changed at the first sign-in. If you did not ask for it, contact an administrator at once.</p>', true),
  ('password-issued', 'Nail', '密码重置钉钉提醒', 'Password reset on DingTalk',
   '账号 {account} 的密码已被重置', 'The password of account {account} was reset',
   '<p>{sender} 重置了密码。</p>',
   '<p>{sender} reset the password.</p>', false);
