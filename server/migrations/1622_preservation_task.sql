-- 保养任务单 Preservation task
select create_document_tables('preservation_task', array['draft', 'confirmed', 'withdrawn'],
  header => $$
    reason text,
    withdrawal_reason text
  $$,
  lines => $$
    bin text
  $$);
