-- 批次冻结单 Batch freeze
select create_document_tables('batch_freeze', array['draft', 'frozen', 'released', 'cancelled'],
  header => $$
    freeze_reason text check (freeze_reason in ('quality', 'dispute')),
    release_condition text,
    hold_until date,
    release_ground text,
    extension_reason text,
    cancel_reason text
  $$,
  lines => $$
    of_material_no text,
    of_batch text
  $$,
  has_goods => false);
select create_due_indexes('batch_freeze', 'hold_until', array['frozen']);
drop index if exists batch_freeze_line_text;
select create_search_index('batch_freeze_line', array['of_batch', 'source_no']);
create index batch_freeze_reason on batch_freeze (company_code, freeze_reason, created_at, id);

-- Who has reserved goods of a batch learns that it is frozen, and that it is not any more.
insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('batch-frozen', 'mail', '批次冻结通知', 'Batch frozen',
   '{documentNo} 占用的批次已冻结', '{documentNo} holds goods of a frozen batch',
   '<p>{material} 批次 <b>{batch}</b> 有质量疑问，被批次冻结单 {freezeNo} 整批冻结（{reason}，至 {until}）。</p><p>{document} <b>{documentNo}</b> 占用了其中 {quantity}：解冻前不能拣配、领用或调出；请撤回并改用其他批次，或等待解冻。</p><p>公司 {companyCode}</p>',
   '<p>Batch <b>{batch}</b> of {material} is in doubt and frozen as a whole by {freezeNo} ({reason}, until {until}).</p><p>{document} <b>{documentNo}</b> holds {quantity} of it: nothing of it is picked, issued or transferred before the release; withdraw the document and use another batch, or wait for the release.</p><p>Company {companyCode}</p>', true),
  ('batch-frozen', 'email', '批次冻结邮件', 'Batch frozen by e-mail',
   '[库房] {documentNo} 占用的 {material} 批次 {batch} 已冻结', '[Kufang] {documentNo} holds batch {batch} of {material}, which is frozen',
   '<p>{material} 批次 <b>{batch}</b> 有质量疑问，被批次冻结单 {freezeNo} 整批冻结（{reason}，至 {until}）。</p><p>{document} <b>{documentNo}</b> 占用了其中 {quantity}：解冻前不能拣配、领用或调出。</p><p>公司 {companyCode}</p>',
   '<p>Batch <b>{batch}</b> of {material} is in doubt and frozen as a whole by {freezeNo} ({reason}, until {until}).</p><p>{document} <b>{documentNo}</b> holds {quantity} of it: nothing of it is picked, issued or transferred before the release.</p><p>Company {companyCode}</p>', false),
  ('batch-frozen', 'Nail', '批次冻结钉钉提醒', 'Batch frozen on DingTalk',
   '{material} 批次 {batch} 已冻结', 'Batch {batch} of {material} is frozen',
   '<p>{material} 批次 <b>{batch}</b> 被 {freezeNo} 整批冻结，{documentNo} 占用了其中 {quantity}</p>',
   '<p>Batch <b>{batch}</b> of {material} is frozen by {freezeNo}; {documentNo} holds {quantity} of it</p>', false);
