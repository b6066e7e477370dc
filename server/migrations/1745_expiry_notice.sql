-- Who may freeze the stock of a batch is told before and after it expires.
alter table batch
  -- The day of the last notice, and the expiry date that it was about: a changed date is told of anew.
  add column expiry_noticed_on date,
  add column expiry_noticed_of date;

insert into message_template (event, send_type, name_zh, name_en, title_zh, title_en, content_zh, content_en, is_on) values
  ('batch-expires', 'mail', '批次将到期', 'Batch expires soon',
   '{material} 批次 {batch} 将到期', 'Batch {batch} of {material} expires soon',
   '<p>工厂 {plant} 库存地点 {storageLocation} 有 {quantity} {unit} 非限制库存，有效期至 {expiresOn}。</p><p>请安排先用、复验延期或与供应商退换；到期后将提请冻结。</p>',
   '<p>Plant {plant}, storage location {storageLocation}: {quantity} {unit} of unrestricted stock, valid until {expiresOn}.</p><p>Have it used first, inspected again, or exchanged by the supplier; after that day you are asked to freeze it.</p>', true),
  ('batch-expires', 'email', '批次将到期邮件', 'Batch expires soon, by e-mail',
   '[库房] {material} 批次 {batch} 将到期', '[Kufang] Batch {batch} of {material} expires soon',
   '<p>工厂 {plant} 库存地点 {storageLocation} 有 {quantity} {unit} 非限制库存，有效期至 {expiresOn}。</p>',
   '<p>Plant {plant}, storage location {storageLocation}: {quantity} {unit} of unrestricted stock, valid until {expiresOn}.</p>', false),
  ('batch-expires', 'Nail', '批次将到期钉钉提醒', 'Batch expires soon, on DingTalk',
   '{material} 批次 {batch} 将到期', 'Batch {batch} of {material} expires soon',
   '<p>{plant}/{storageLocation}：{quantity} {unit}，有效期至 {expiresOn}</p>',
   '<p>{plant}/{storageLocation}: {quantity} {unit}, valid until {expiresOn}</p>', false),
  ('batch-expired', 'mail', '过期库存待冻结', 'Expired stock to be frozen',
   '{material} 批次 {batch} 已过期，请冻结', 'Batch {batch} of {material} has expired: freeze it',
   '<p>工厂 {plant} 库存地点 {storageLocation} 仍有 {quantity} {unit} 非限制库存，有效期至 {expiresOn}。</p><p>请打开本消息选中这些库存，按“质量”冻结；复验合格的，先办理批次更改单延长有效期。</p>',
   '<p>Plant {plant}, storage location {storageLocation}: {quantity} {unit} are still unrestricted stock, valid until {expiresOn}.</p><p>Open this message, choose the stock and freeze it for quality; if it was inspected again and accepted, change the expiry date of the batch first.</p>', true),
  ('batch-expired', 'email', '过期库存待冻结邮件', 'Expired stock to be frozen, by e-mail',
   '[库房] {material} 批次 {batch} 已过期，请冻结', '[Kufang] Batch {batch} of {material} has expired: freeze it',
   '<p>工厂 {plant} 库存地点 {storageLocation} 仍有 {quantity} {unit} 非限制库存，有效期至 {expiresOn}。</p>',
   '<p>Plant {plant}, storage location {storageLocation}: {quantity} {unit} are still unrestricted stock, valid until {expiresOn}.</p>', false),
  ('batch-expired', 'Nail', '过期库存待冻结钉钉提醒', 'Expired stock to be frozen, on DingTalk',
   '{material} 批次 {batch} 已过期，请冻结', 'Batch {batch} of {material} has expired: freeze it',
   '<p>{plant}/{storageLocation}：{quantity} {unit}，有效期至 {expiresOn}</p>',
   '<p>{plant}/{storageLocation}: {quantity} {unit}, valid until {expiresOn}</p>', false);
