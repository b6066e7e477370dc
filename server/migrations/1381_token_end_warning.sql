-- Administrators are warned before a token of a program ends.
alter table user_token
  -- Days before its end of the last warning; null if there was none.
  add column warned_days integer check (warned_days > 0);

insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('token-ends', 'mail', '令牌将到期', 'Token ends soon',
   '技术账号 {account} 的令牌“{token}”还有 {days} 天到期', 'Token "{token}" of {account} ends in {days} days',
   '<p>{userName}的令牌有效期至 {expiresOn}，最近使用：{lastUsed}。到期后使用它的程序将无法访问。</p><p>请签发下一个令牌，让程序换用，然后吊销旧令牌。</p>',
   '<p>The token of {userName} is valid until {expiresOn}, last used: {lastUsed}. Then its program is refused.</p><p>Issue the next one, change the program over, then revoke the old one.</p>', true),
  ('token-ends', 'email', '令牌将到期邮件', 'Token ends soon, by e-mail',
   '[库房] 技术账号 {account} 的令牌“{token}”还有 {days} 天到期', '[Kufang] Token "{token}" of {account} ends in {days} days',
   '<p>{userName}的令牌有效期至 {expiresOn}，最近使用：{lastUsed}。到期后使用它的程序将无法访问。</p><p>请签发下一个令牌，让程序换用，然后吊销旧令牌。</p>',
   '<p>The token of {userName} is valid until {expiresOn}, last used: {lastUsed}. Then its program is refused.</p><p>Issue the next one, change the program over, then revoke the old one.</p>', true),
  ('token-ends', 'Nail', '令牌将到期钉钉提醒', 'Token ends soon, on DingTalk',
   '技术账号 {account} 的令牌“{token}”还有 {days} 天到期', 'Token "{token}" of {account} ends in {days} days',
   '<p>有效期至 {expiresOn}</p>', '<p>Valid until {expiresOn}</p>', false);
