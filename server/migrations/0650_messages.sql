-- What people are told: notices with their receivers, what was read of the to-dos, templates and switches by
-- event and way, the ways themselves, and the outbox of what leaves the house.

-- A notice as it was sent, once; its receivers below. company_code '' is a notice to all companies.
create table message (
  company_code text not null,
  id uuid not null,
  event text not null,
  content_type text not null check (content_type in ('user', 'dept', 'company')),
  department text not null default '',
  title_zh text not null,
  title_en text not null,
  -- HTML, cleaned before it is kept.
  content_zh text not null,
  content_en text not null,
  handle_url text not null default '',
  -- The number of what it is about: a document's, mostly.
  subject_no text not null default '',
  receiver_count integer not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  primary key (company_code, id)
);
create index message_newest on message (company_code, created_at, id);

create table message_receiver (
  company_code text not null,
  message_id uuid not null,
  user_id uuid not null,
  sent_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (company_code, message_id, user_id)
);
create index message_receiver_unread on message_receiver (user_id, sent_at desc, message_id desc) where read_at is null;
create index message_receiver_own on message_receiver (user_id, message_id);

-- A to-do is everybody's who holds the role; who has looked at it is each person's own.
create table todo_read (
  company_code text not null,
  todo_id uuid not null,
  user_id uuid not null,
  read_at timestamptz not null default now(),
  primary key (company_code, todo_id, user_id)
);

create table message_template (
  event text not null,
  send_type text not null check (send_type in ('mail', 'email', 'Nail')),
  name_zh text not null,
  name_en text not null,
  title_zh text not null,
  title_en text not null,
  content_zh text not null,
  content_en text not null,
  is_on boolean not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (event, send_type)
);

insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('todo-created', 'mail', '新待办提醒', 'New to-do',
   '{document} {documentNo} 待{action}', '{document} {documentNo}: {action}',
   '<p>{document} <b>{documentNo}</b> 等待您{action}。</p><p>公司 {companyCode} 工厂 {plant} 库存地点 {storageLocation}</p>',
   '<p>{document} <b>{documentNo}</b> waits for you: {action}.</p><p>Company {companyCode}, plant {plant}, storage location {storageLocation}</p>', true),
  ('todo-created', 'email', '新待办邮件', 'New to-do by e-mail',
   '[库房] {document} {documentNo} 待{action}', '[Kufang] {document} {documentNo}: {action}',
   '<p>您好,</p><p>{document} <b>{documentNo}</b> 等待您{action},请登录系统处理。</p><p>公司 {companyCode} 工厂 {plant} 库存地点 {storageLocation}</p>',
   '<p>Hello,</p><p>{document} <b>{documentNo}</b> waits for you: {action}. Please sign in to handle it.</p><p>Company {companyCode}, plant {plant}, storage location {storageLocation}</p>', false),
  ('todo-created', 'Nail', '新待办钉钉提醒', 'New to-do on DingTalk',
   '{document} {documentNo} 待{action}', '{document} {documentNo}: {action}',
   '<p>{document} <b>{documentNo}</b> 待{action}</p><p>公司 {companyCode} 工厂 {plant} 库存地点 {storageLocation}</p>',
   '<p>{document} <b>{documentNo}</b>: {action}</p><p>Company {companyCode}, plant {plant}, storage location {storageLocation}</p>', false),
  ('posting-failed', 'mail', '过账异常通知', 'Posting failed',
   '过账异常 {documentNo}', 'Posting failed {documentNo}',
   '<p>单据 <b>{documentNo}</b> 过账异常(接口 {interface}):</p><p>{problem}</p>',
   '<p>Posting of <b>{documentNo}</b> failed (interface {interface}):</p><p>{problem}</p>', true),
  ('posting-failed', 'email', '过账异常邮件', 'Posting failed by e-mail',
   '[库房] 过账异常 {documentNo}', '[Kufang] Posting failed {documentNo}',
   '<p>单据 <b>{documentNo}</b> 过账异常(公司 {companyCode},接口 {interface}):</p><p>{problem}</p>',
   '<p>Posting of <b>{documentNo}</b> failed (company {companyCode}, interface {interface}):</p><p>{problem}</p>', false),
  ('posting-failed', 'Nail', '过账异常钉钉提醒', 'Posting failed on DingTalk',
   '过账异常 {documentNo}', 'Posting failed {documentNo}',
   '<p>单据 <b>{documentNo}</b> 过账异常(公司 {companyCode},接口 {interface}):</p><p>{problem}</p>',
   '<p>Posting of <b>{documentNo}</b> failed (company {companyCode}, interface {interface}):</p><p>{problem}</p>', false),
  ('notice-written', 'mail', '人工通知', 'Notice', '{title}', '{title}', '{content}', '{content}', true),
  ('notice-written', 'email', '人工通知邮件', 'Notice by e-mail',
   '[库房] {title}', '[Kufang] {title}', '{content}<p>—— {sender}</p>', '{content}<p>— {sender}</p>', true),
  ('notice-written', 'Nail', '人工通知钉钉', 'Notice on DingTalk',
   '{title}', '{title}', '{content}<p>—— {sender}</p>', '{content}<p>— {sender}</p>', true);

-- How mail and chat are reached; a company's own row beats the general one (company_code '').
create table message_channel (
  company_code text not null,
  send_type text not null check (send_type in ('email', 'Nail')),
  is_on boolean not null default false,
  -- Of the SMTP server; for DingTalk the address of the robot's web hook without its token.
  host text not null default '',
  port integer not null default 25 check (port between 1 and 65535),
  security text not null default 'starttls' check (security in ('none', 'starttls', 'tls')),
  account text not null default '',
  sender_address text not null default '',
  sender_name text not null default '',
  web_hook text not null default '',
  -- Of what goes to a chat, where nobody's own language is known.
  language text not null default 'zh' check (language in ('zh', 'en')),
  -- Sealed with AES-256-GCM (platform/secrets); neither leaves the server. The token is the robot's.
  secret text not null default '',
  token text not null default '',
  timeout_ms integer not null default 15000 check (timeout_ms between 100 and 600000),
  attempts_max integer not null default 10 check (attempts_max between 1 and 50),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (company_code, send_type)
);
insert into message_channel (company_code, send_type, port, web_hook) values
  ('', 'email', 587, ''),
  ('', 'Nail', 443, 'https://oapi.dingtalk.com/robot/send');

-- The outbox: one row for each mail and each chat message, written with what it tells of, sent by a job.
create table message_delivery (
  company_code text not null,
  id uuid not null,
  event text not null,
  send_type text not null check (send_type in ('email', 'Nail')),
  -- null for a chat.
  user_id uuid,
  receiver_name text not null,
  -- The mail address; '' for a chat, whose robot is configuration.
  address text not null default '',
  title text not null,
  content text not null,
  subject_no text not null default '',
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  problem_zh text not null default '',
  problem_en text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (company_code, id)
);
create index message_delivery_newest on message_delivery (company_code, created_at, id);
create index message_delivery_stuck on message_delivery (company_code, state, created_at, id) where state <> 'sent';
