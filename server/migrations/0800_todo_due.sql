-- How long a to-do without a day of its own may wait: business parameter todo.hoursMax.
create function todo_time_limit() returns interval language sql stable as $$
  select make_interval(hours => coalesce((
    select value #>> '{}' from business_parameter
    where company_code = '' and plant = '' and name = 'todo.hoursMax' and valid_from <= (now() at time zone 'Asia/Shanghai')::date
    order by valid_from desc, changed_at desc, id desc limit 1)::integer, 24))
$$;

alter table todo
  add column due_at timestamptz not null default now() + interval '24 hours',
  -- When the people it is for were told that it is overdue, and when those above them were.
  add column reminded_at timestamptz,
  add column escalated_at timestamptz;
update todo set due_at = created_at + todo_time_limit();
-- What is overdue today is on the list; nobody gets a message for each of them at once.
update todo set reminded_at = now(), escalated_at = now() where done_at is null and due_at < now();
alter table todo alter column due_at set default now() + todo_time_limit();

drop index todo_open;
create index todo_open on todo (company_code, role_code, due_at, id) where done_at is null;

insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('todo-overdue', 'mail', '待办逾期提醒', 'To-do is overdue',
   '{document} {documentNo} 已逾期：{action}', '{document} {documentNo} is overdue: {action}',
   '<p>{document} <b>{documentNo}</b> 应于 {dueAt} 前{action}，请尽快办理。</p>',
   '<p>{document} <b>{documentNo}</b> was due at {dueAt}: {action}. Please do it as soon as possible.</p>', true),
  ('todo-overdue', 'email', '待办逾期邮件', 'To-do is overdue, by e-mail',
   '[库房] {document} {documentNo} 已逾期：{action}', '[Kufang] {document} {documentNo} is overdue: {action}',
   '<p>您好，</p><p>{document} <b>{documentNo}</b> 应于 {dueAt} 前{action}，请登录系统尽快办理。</p>',
   '<p>Hello,</p><p>{document} <b>{documentNo}</b> was due at {dueAt}: {action}. Please sign in and do it as soon as possible.</p>', false),
  ('todo-overdue', 'Nail', '待办逾期钉钉提醒', 'To-do is overdue, on DingTalk',
   '{document} {documentNo} 已逾期：{action}', '{document} {documentNo} is overdue: {action}',
   '<p>{document} <b>{documentNo}</b> 应于 {dueAt} 前{action}</p>',
   '<p>{document} <b>{documentNo}</b> was due at {dueAt}: {action}</p>', false),
  ('todo-escalated', 'mail', '逾期待办升级', 'Overdue to-do is escalated',
   '{document} {documentNo} 逾期未办：{action}', '{document} {documentNo} is still not done: {action}',
   '<p>{document} <b>{documentNo}</b> 应于 {dueAt} 前{action}，至今未办理，请督促。应办理人：{people}</p>',
   '<p>{document} <b>{documentNo}</b> was due at {dueAt} and is still not done: {action}. Please follow up. It is for: {people}</p>', true),
  ('todo-escalated', 'email', '逾期待办升级邮件', 'Overdue to-do is escalated, by e-mail',
   '[库房] {document} {documentNo} 逾期未办：{action}', '[Kufang] {document} {documentNo} is still not done: {action}',
   '<p>您好，</p><p>{document} <b>{documentNo}</b> 应于 {dueAt} 前{action}，至今未办理，请督促。应办理人：{people}</p>',
   '<p>Hello,</p><p>{document} <b>{documentNo}</b> was due at {dueAt} and is still not done: {action}. Please follow up. It is for: {people}</p>', false),
  ('todo-escalated', 'Nail', '逾期待办升级钉钉', 'Overdue to-do is escalated, on DingTalk',
   '{document} {documentNo} 逾期未办：{action}', '{document} {documentNo} is still not done: {action}',
   '<p>{document} <b>{documentNo}</b> 应于 {dueAt} 前{action}，应办理人：{people}</p>',
   '<p>{document} <b>{documentNo}</b> was due at {dueAt}: {action}. It is for: {people}</p>', false);
