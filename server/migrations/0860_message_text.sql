-- The text of a message in the application no longer repeats its title, which is shown above it; the
-- number stays, because the interface of messages has no title (product.md). Only the
-- texts of 0650, 0742, 0775 and 0800 are replaced, under their own titles: what a customer has rewritten, in
-- either language, stays as it is.
update message_template t set
  content_zh = case when t.title_zh = n.title_zh and t.content_zh = n.old_zh then n.new_zh else t.content_zh end,
  content_en = case when t.title_en = n.title_en and t.content_en = n.old_en then n.new_en else t.content_en end
from (values
  ('todo-created',
   '{document} {documentNo} 待{action}',
   '<p>{document} <b>{documentNo}</b> 等待您{action}。</p><p>公司 {companyCode} 工厂 {plant} 库存地点 {storageLocation}</p>',
   '<p><b>{documentNo}</b>：公司 {companyCode} 工厂 {plant} 库存地点 {storageLocation}</p>',
   '{document} {documentNo}: {action}',
   '<p>{document} <b>{documentNo}</b> waits for you: {action}.</p><p>Company {companyCode}, plant {plant}, storage location {storageLocation}</p>',
   '<p><b>{documentNo}</b>: company {companyCode}, plant {plant}, storage location {storageLocation}</p>'),
  ('todo-overdue',
   '{document} {documentNo} 已逾期：{action}',
   '<p>{document} <b>{documentNo}</b> 应于 {dueAt} 前{action}，请尽快办理。</p>',
   '<p><b>{documentNo}</b> 应于 {dueAt} 前完成，请尽快办理。</p>',
   '{document} {documentNo} is overdue: {action}',
   '<p>{document} <b>{documentNo}</b> was due at {dueAt}: {action}. Please do it as soon as possible.</p>',
   '<p><b>{documentNo}</b> was due at {dueAt}. Please do it as soon as possible.</p>'),
  ('todo-escalated',
   '{document} {documentNo} 逾期未办：{action}',
   '<p>{document} <b>{documentNo}</b> 应于 {dueAt} 前{action}，至今未办理，请督促。应办理人：{people}</p>',
   '<p><b>{documentNo}</b> 应于 {dueAt} 前完成，请督促。应办理人：{people}</p>',
   '{document} {documentNo} is still not done: {action}',
   '<p>{document} <b>{documentNo}</b> was due at {dueAt} and is still not done: {action}. Please follow up. It is for: {people}</p>',
   '<p><b>{documentNo}</b> was due at {dueAt}. Please follow up. It is for: {people}</p>'),
  ('draft-lapsed',
   '{document} {documentNo} 的占用已失效',
   '<p>{document} <b>{documentNo}</b> 已 {days} 天未改动，占用的数量已释放给他人。</p><p>草稿仍在：修改或办理时重新占用；若已被他人占用，届时会提示。不再需要请删除。</p>',
   '<p><b>{documentNo}</b> 已 {days} 天未改动，占用的数量已释放给他人。</p><p>草稿仍在：修改或办理时重新占用；若已被他人占用，届时会提示。不再需要请删除。</p>',
   '{document} {documentNo} no longer holds its quantities',
   '<p>{document} <b>{documentNo}</b> was not changed for {days} days; the quantities it held are free for others.</p><p>The draft is still there and holds them again when you edit or process it, as far as they are free then. Delete it if it is no longer needed.</p>',
   '<p><b>{documentNo}</b> was not changed for {days} days; the quantities it held are free for others.</p><p>The draft is still there and holds them again when you edit or process it, as far as they are free then. Delete it if it is no longer needed.</p>'),
  ('posting-failed',
   '过账异常 {documentNo}',
   '<p>单据 <b>{documentNo}</b> 过账异常（接口 {interface}）：</p><p>{problem}</p>',
   '<p><b>{documentNo}</b>，接口 {interface}：</p><p>{problem}</p>',
   'Posting failed {documentNo}',
   '<p>Posting of <b>{documentNo}</b> failed (interface {interface}):</p><p>{problem}</p>',
   '<p><b>{documentNo}</b>, interface {interface}:</p><p>{problem}</p>')
) n (event, title_zh, old_zh, new_zh, title_en, old_en, new_en)
where t.event = n.event and t.send_type = 'mail'
  and ((t.title_zh, t.content_zh) = (n.title_zh, n.old_zh) or (t.title_en, t.content_en) = (n.title_en, n.old_en));
