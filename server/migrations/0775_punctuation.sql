-- Chinese punctuation (GB/T 15834) in the message templates that 0650 wrote. Only the given phrases
-- are replaced, so what a customer has rewritten stays as it is.
update message_template set
  content_zh = replace(replace(replace(replace(content_zh,
    '<p>您好,</p>', '<p>您好，</p>'),
    '等待您{action},请登录', '等待您{action}，请登录'),
    '过账异常(接口 {interface}):', '过账异常（接口 {interface}）：'),
    '过账异常(公司 {companyCode},接口 {interface}):', '过账异常（公司 {companyCode}，接口 {interface}）：')
where content_zh ~ '[,:(]';
