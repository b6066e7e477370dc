-- Webhooks: other programs are told of every state a document enters. The tables are on one machine (tools/citus):
-- the queue is one over all companies, like the outbox of the ERP.

create table webhook_receiver (
  id uuid primary key,
  name text not null unique check (name <> ''),
  url text not null check (url ~ '^https?://'),
  -- Sealed; signs what is sent.
  secret text not null check (secret <> ''),
  -- The technical account whose roles and scope decide what is sent.
  user_id uuid not null references app_user,
  -- Document types with the states that are wanted of each; [] for all of its states, {} for all types.
  documents jsonb not null default '{}' check (jsonb_typeof(documents) = 'object'),
  -- {} for all that the account sees.
  company_codes text[] not null default '{}',
  plants text[] not null default '{}',
  is_on boolean not null default true,
  timeout_ms integer not null default 10000 check (timeout_ms between 100 and 60000),
  -- The administrators were last told that something was given up.
  alarmed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  changed_at timestamptz not null default now(),
  changed_by_name text not null
);

-- One state a document has entered, for one receiver: written in the transaction that changed the state.
create table webhook_delivery (
  company_code text not null check (company_code <> ''),
  -- The id of the event (header webhook-id); the same in every attempt.
  id uuid not null,
  receiver_id uuid not null references webhook_receiver,
  -- The order of the states of a document; written while the document is locked.
  sequence bigint generated always as identity,
  document_type text not null,
  document_id uuid not null,
  document_no text not null,
  -- '' for a new document.
  state_before text not null,
  state_after text not null check (state_after <> ''),
  occurred_at timestamptz not null default clock_timestamp(),
  -- skipped: the account of the receiver does not see the document.
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  -- Since when it is tried; a resend starts again.
  tried_since timestamptz not null default now(),
  -- While it is being sent; afterwards its process has died.
  leased_until timestamptz,
  -- As sent last.
  body text not null default '',
  problem_zh text not null default '',
  problem_en text not null default '',
  sent_at timestamptz,
  primary key (company_code, id)
);
create index webhook_delivery_due on webhook_delivery (due_at) where state in ('pending', 'sending');
create index webhook_delivery_order on webhook_delivery (receiver_id, document_id, sequence) where state in ('pending', 'sending');
create index webhook_delivery_newest on webhook_delivery (company_code, occurred_at desc, id);

-- The log: what was answered to each attempt.
create table webhook_attempt (
  company_code text not null,
  id uuid not null,
  delivery_id uuid not null,
  at timestamptz not null default now(),
  duration_ms integer not null,
  -- null if there was no answer.
  status integer,
  -- Its first part.
  answer text not null default '',
  problem_zh text not null default '',
  problem_en text not null default '',
  primary key (company_code, id),
  foreign key (company_code, delivery_id) references webhook_delivery (company_code, id) on delete cascade
);
create index webhook_attempt_delivery on webhook_attempt (company_code, delivery_id, at);

insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('webhook-failed', 'mail', '推送失败', 'Webhook given up',
   '单据 {documentNo} 的状态未能推送给“{receiver}”', 'The state of {documentNo} could not be sent to "{receiver}"',
   '<p>原因：{problem}</p><p>请检查接收方，然后在推送日志中重发。一小时内的其他失败不再提醒。</p>',
   '<p>Reason: {problem}</p><p>Examine the receiver, then send it again in the log of webhooks. Further failures within an hour are not reported.</p>', true),
  ('webhook-failed', 'email', '推送失败邮件', 'Webhook given up, by e-mail',
   '[库房] 单据 {documentNo} 的状态未能推送给“{receiver}”', '[Kufang] The state of {documentNo} could not be sent to "{receiver}"',
   '<p>原因：{problem}</p><p>请检查接收方，然后在推送日志中重发。一小时内的其他失败不再提醒。</p>',
   '<p>Reason: {problem}</p><p>Examine the receiver, then send it again in the log of webhooks. Further failures within an hour are not reported.</p>', true),
  ('webhook-failed', 'Nail', '推送失败钉钉提醒', 'Webhook given up, on DingTalk',
   '单据 {documentNo} 的状态未能推送给“{receiver}”', 'The state of {documentNo} could not be sent to "{receiver}"',
   '<p>{problem}</p>', '<p>{problem}</p>', false);
