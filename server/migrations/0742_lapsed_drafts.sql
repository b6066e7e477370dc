-- What the maker of a forgotten draft is told when its share of the predecessors is given back.
insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('draft-lapsed', 'mail', '草稿占用失效通知', 'Draft lapsed',
   '{document} {documentNo} 的占用已失效', '{document} {documentNo} no longer holds its quantities',
   '<p>{document} <b>{documentNo}</b> 已 {days} 天未改动，占用的数量已释放给他人。</p><p>草稿仍在：修改或办理时重新占用；若已被他人占用，届时会提示。不再需要请删除。</p>',
   '<p>{document} <b>{documentNo}</b> was not changed for {days} days; the quantities it held are free for others.</p><p>The draft is still there and holds them again when you edit or process it, as far as they are free then. Delete it if it is no longer needed.</p>', true),
  ('draft-lapsed', 'email', '草稿占用失效邮件', 'Draft lapsed by e-mail',
   '[库房] {document} {documentNo} 的占用已失效', '[Kufang] {document} {documentNo} no longer holds its quantities',
   '<p>{document} <b>{documentNo}</b> 已 {days} 天未改动，占用的数量已释放给他人。</p>',
   '<p>{document} <b>{documentNo}</b> was not changed for {days} days; the quantities it held are free for others.</p>', false),
  ('draft-lapsed', 'Nail', '草稿占用失效钉钉提醒', 'Draft lapsed on DingTalk',
   '{document} {documentNo} 的占用已失效', '{document} {documentNo} no longer holds its quantities',
   '<p>{document} <b>{documentNo}</b> 已 {days} 天未改动，占用的数量已释放。</p>',
   '<p>{document} <b>{documentNo}</b> was not changed for {days} days; the quantities it held are free.</p>', false);
