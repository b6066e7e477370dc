import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of any page or call: requests, sign-in, states, permissions, numbers. */
export const generalRefusals = {
  // frame
  'input-invalid': entry(
    400,
    '字段“{field}”的值无效：{problem}',
    'Field "{field}" is not valid: {problem}',
  ),
  'name-taken': entry(
    422,
    '姓名“{name}”是另一位有审核或管理权限者的姓名；重名请由用户管理员修改',
    'The name "{name}" is that of somebody who checks or administers; let a user manager enter it',
  ),
  'undo-of-company': entry(
    403,
    '后续单据须由采购方撤销，请联系采购员说明原因',
    'What followed must be undone by the company; tell the buyer the reason',
  ),
  'more-problems': entry(422, '另有 {count} 处问题', 'There are {count} more problems'),
  'field-required': entry(422, '“{field}”必填，请填写', '"{field}" is required, please fill it in'),
  'lines-required': entry(422, '至少需要一行明细', 'At least one line is required'),
  'too-many-lines': entry(
    422,
    '明细 {count} 行，超过上限 {limit} 行，请拆分单据',
    '{count} {count|line|lines} exceed the limit of {limit}; split the document',
  ),
  'not-found': entry(
    404,
    '找不到 {subject} {no}，或不在您的数据范围内',
    '{subject} {no} does not exist or is outside your data scope',
  ),
  'wrong-state': entry(
    409,
    '{no} 当前为“{state}”，不能{action}；须为“{needed}”',
    '{no} is "{state}", so "{action}" is not possible; it must be "{needed}"',
  ),
  'wrong-erp-state': entry(
    409,
    '{no} 过账状态为“{erpState}”，不能{action}',
    '{no} has ERP state "{erpState}", so "{action}" is not possible',
  ),
  'role-missing': entry(
    403,
    '您没有“{action}”的权限（需要角色 {roles}）',
    'You may not "{action}" (needs role {roles})',
  ),
  'master-not-needed': entry(
    403,
    '您可打开的页面都不涉及“{master}”，因此不能查找',
    'No page that you may open refers to "{master}", so you do not look it up',
  ),
  'function-missing': entry(
    403,
    '您没有按钮权限 {functionCode}',
    'You lack the function {functionCode}',
  ),
  'separation-of-duties': entry(
    403,
    '{act} 由您（{user}）完成，{action} 须由另一人执行',
    '{act} was done by you ({user}); someone else must do "{action}"',
  ),
  'rule-change-open': entry(
    409,
    '{rule} 已有未生效的变更（{user} 于 {at} 申请，生效日 {effectiveFrom}）；请先批准、驳回或撤回它',
    'A change of {rule} waits already (requested by {user} at {at}, from {effectiveFrom}); approve, refuse or withdraw it first',
  ),
  'rule-change-own': entry(
    403,
    '{rule} 的变更由您（{user}）申请，{action}须由另一人执行；您可以撤回',
    'The change of {rule} was requested by you ({user}), so someone else must do "{action}"; you may withdraw it',
  ),
  'rule-change-expired': entry(
    409,
    '{rule} 的变更已过批准期限 {expiresOn}；请重新申请',
    'The change of {rule} could be approved until {expiresOn}; request it again',
  ),
  'rights-gainer': entry(
    403,
    '{rule} 的变更使您获得权限，{action}须由另一人执行',
    'The change of {rule} gives rights to you, so someone else must do "{action}"',
  ),
  'rights-reason-required': entry(
    422,
    '{account} 将获得须由另一人批准的权限（{rights}）；请填写变更原因',
    '{account} would gain rights that another person must approve ({rights}); enter the reason of the change',
  ),
  'rights-changed-since': entry(
    409,
    '批准后 {account} 将有 {now}，超出申请时的 {approved}；请驳回，由申请人重新申请',
    'Once approved, {account} would have {now}, which is more than when it was requested ({approved}); refuse it, so that it is requested again',
  ),
  'rights-others-may-approve': entry(
    409,
    '{people} 可以批准此变更，无需应急执行；请等待批准',
    '{people} may approve this change, so it cannot be carried out without approval; wait for the approval',
  ),
  'version-stale': entry(
    409,
    '{no} 已被 {user} 于 {at} 修改（版本 {current}，您打开的是 {given}）；请刷新后再试',
    '{no} was changed by {user} at {at} (version {current}, you opened {given}); refresh and try again',
  ),
  'idempotency-key-reused': entry(
    409,
    '请求编号 {key} 已用于另一内容，请重新操作',
    'Request key {key} was already used for something else; start again',
  ),
  'idempotency-key-missing': entry(
    400,
    '缺少请求编号 Idempotency-Key',
    'The Idempotency-Key header is missing',
  ),
  'not-editable': entry(
    409,
    '{no} 当前为“{state}”，不能修改或删除',
    '{no} is "{state}" and can no longer be changed or deleted',
  ),
  'column-unknown': entry(400, '没有列“{column}”', 'There is no column "{column}"'),
  'field-not-visible': entry(
    403,
    '没有查看“{field}”的权限，不能填写',
    'You may not see "{field}", and so not enter it',
  ),
  'export-too-large': entry(
    422,
    '{count} 行超过导出上限 {limit} 行，请缩小筛选',
    '{count} {count|row|rows} exceed the export limit of {limit}; narrow the filters',
  ),
  'file-type-refused': entry(
    415,
    '文件 {name} 的内容类型不被允许',
    'The content of {name} is of a type that is not allowed',
  ),
  'file-too-large': entry(413, '文件 {name} 超过 {limit} MB', '{name} is larger than {limit} MB'),
  'signature-required': entry(
    422,
    '“{action}”须由{signer}当场签名；请在确认窗口签名后再提交，多张单据请逐张签名（业务参数“交接签名”）',
    '"{action}" needs the signature of: {signer}; sign in the window that confirms it, each document on its own (business parameter "Signature at a hand-over")',
  ),
  'attachment-of-other': entry(
    403,
    '附件 {name} 由 {user} 上传，只能由本人删除',
    '{name} was added by {user}, who alone may remove it',
  ),
  'attachment-relied-on': entry(
    409,
    '附件 {name} 上传后 {user} 已执行“{action}”，不能再删除',
    '{name} cannot be removed: after it was added {user} did "{action}"',
  ),
  'import-cell-invalid': entry(
    422,
    '第 {row} 行“{column}”：{problem}',
    'Row {row}, "{column}": {problem}',
  ),
  // sign-in
  'sign-in-failed': entry(401, '账号或密码错误', 'Wrong account or password'),
  'account-locked': entry(
    403,
    '登录失败次数过多，此账号在您的网络已锁定：请于 {minutes} 分钟后再试，或请用户管理员解锁',
    'Too many failed sign-ins: the account is locked for your network; try again in {minutes} {minutes|minute|minutes}, or let a user manager unlock it',
  ),
  'account-disabled': entry(
    403,
    '账号已停用，请联系管理员',
    'The account is disabled; ask an administrator',
  ),
  'session-expired': entry(401, '登录已过期，请重新登录', 'Login expired, please log in again'),
  'signed-in-elsewhere': entry(
    401,
    '{user}（{account}）已在此浏览器的另一个窗口登录，请重新登录',
    '{user} ({account}) has signed in in another window of this browser; log in again',
  ),
  'cross-site-request': entry(
    403,
    '该请求不是由本系统的页面发出，已拒绝；请在本系统的页面中操作',
    'The request was not sent by a page of this system and was refused; use the pages of this system',
  ),
  'no-roles': entry(403, '当前用户没有权限!', 'The current user has no permission!'),
  'password-weak': entry(422, '{problem}', '{problem}'),
  'password-wrong': entry(422, '原密码错误', 'The old password is wrong'),
  'account-exists': entry(409, '账号 {account} 已存在', 'Account {account} already exists'),
  'account-unknown': entry(404, '账号 {account} 不存在', 'Account {account} does not exist'),
  'user-may-not-act': entry(
    422,
    '{account} 在工厂 {plant} 没有“{document}”的“{action}”权限；请选择有权限的人员，或由管理员先授权',
    '{account} may not perform "{action}" of "{document}" at plant {plant}; choose somebody who may, or have the right granted first',
  ),
  'role-unknown': entry(422, '角色 {role} 不存在', 'Role {role} does not exist'),
  'last-administrator': entry(
    409,
    '{account} 是最后一名管理员，不能停用或取消',
    '{account} is the last administrator and cannot be disabled',
  ),
  'rate-limited': entry(
    429,
    '操作过于频繁，请 {seconds} 秒后再试',
    'Too many requests; try again in {seconds} {seconds|second|seconds}',
  ),
  // technical accounts
  'person-only': entry(
    403,
    '“{action}”只能由人完成，技术账号 {account} 不能执行；请由有权限的人员在页面上办理',
    '"{action}" is done by persons only, not by the technical account {account}; let a permitted person do it on its page',
  ),
  'password-known': entry(
    403,
    '{account} 的密码由 {user} 经手，在另一人确认本人已启用前不能执行“{action}”；请联系用户管理员',
    'The password of {account} was handled by {user}; until another person has confirmed that its person has it, "{action}" is not possible; ask a user manager',
  ),
  'address-outside-networks': entry(
    403,
    '技术账号 {account} 不能从 {address} 访问；请从允许的网络访问，或请系统管理员在用户管理中添加该网络',
    'The technical account {account} may not come from {address}; use a permitted network, or let an administrator add it on the page Users',
  ),
  'not-technical': entry(
    409,
    '{account} 是人员账号，没有令牌；请新增技术账号',
    '{account} is the account of a person and has no tokens; create a technical account',
  ),
  'technical-without-password': entry(
    409,
    '{account} 是技术账号，没有密码；请签发令牌',
    '{account} is a technical account without a password; issue a token',
  ),
  'technical-role': entry(
    422,
    '角色 {role} 用于系统管理，只能授予人员，不能授予技术账号 {account}；请去掉该角色',
    'Role {role} administers the system and is for persons only, not for the technical account {account}; leave it out',
  ),
  'token-name-used': entry(
    409,
    '{account} 已有名为“{name}”的有效令牌；请换一个名称，或先吊销它',
    '{account} has a token "{name}" already; choose another name, or revoke it first',
  ),
  'token-expiry-invalid': entry(
    422,
    '令牌有效期须在 {earliest} 至 {latest} 之间，{day} 不在其中',
    'A token ends between {earliest} and {latest}; {day} is not among them',
  ),
  'webhook-name-used': entry(
    409,
    '已有名为“{name}”的推送接收方；请换一个名称',
    'There is a receiver "{name}" already; choose another name',
  ),
  'network-invalid': entry(
    422,
    '“{network}”不是网络地址；请填写如 10.1.0.0/16 或 10.1.2.3',
    '"{network}" is no network; enter one such as 10.1.0.0/16 or 10.1.2.3',
  ),
  // numbers
  'quantity-not-positive': entry(
    422,
    '{field} {quantity} 必须大于 0',
    '{field} {quantity} must be greater than 0',
  ),
  'quantity-too-precise': entry(
    422,
    '{field} {quantity} 最多 3 位小数',
    '{field} {quantity} has more than 3 decimals',
  ),
  'quantity-not-a-number': entry(
    422,
    '{field} "{quantity}" 不是数字',
    '{field} "{quantity}" is not a number',
  ),
  'quantity-too-large': entry(422, '{field} {quantity} 过大', '{field} {quantity} is too large'),
  'quantity-exceeds-open': entry(
    422,
    '数量 {quantity} 超过 {source} 的未清数量 {open} {unit}；请改小',
    'Quantity {quantity} exceeds the open quantity {open} {unit} of {source}; reduce it',
  ),
  'quantity-held': entry(
    422,
    '数量 {quantity} 超过 {source} 的可开单数量 {free} {unit}：未清 {open}，已被 {heldBy} 占用；请改小，或请对方先处理该草稿',
    'Quantity {quantity} exceeds the free quantity {free} {unit} of {source}: open {open}, held by {heldBy}; reduce it, or have that draft dealt with first',
  ),
  'stock-line-empty': entry(
    422,
    '{material}[ 在货位 {bin}][ 批次 {batch}] 没有库存；请删除该行，或另选库存',
    '{material}[ in bin {bin}][, batch {batch},] has no stock; remove the line, or choose other stock',
  ),
  'quantity-exceeds-available': entry(
    422,
    '{material}[ 在货位 {bin}][ 批次 {batch}]：填写 {quantity} {unit}，可用数量 {available} {unit}（在库 {onHand}，已占用或冻结 {held}）；请改小数量，或另选库存',
    '{material}[ in bin {bin}][, batch {batch}]: {quantity} {unit} entered, available quantity {available} {unit} (on hand {onHand}, reserved or frozen {held}); reduce it or choose other stock',
  ),
  'quantity-exceeds-movable': entry(
    422,
    '{material}[ 在货位 {bin}][ 批次 {batch}]：填写 {quantity} {unit}，可移动数量 {movable} {unit}（在库 {onHand}，已占用或冻结 {held}）；请改小数量，或另选库存',
    '{material}[ in bin {bin}][, batch {batch}]: {quantity} {unit} entered, movable quantity {movable} {unit} (on hand {onHand}, reserved or frozen {held}); reduce it or choose other stock',
  ),
  'quantity-exceeds-tolerance': entry(
    422,
    '数量 {quantity} 超过 {source} 的允许数量 {allowed} {unit}（订单 {ordered}，超收容差 {percent}%，已占用 {taken}）；请改小，或由采购员先在 ERP 修改订单数量或超收容差',
    'Quantity {quantity} exceeds what {source} allows, {allowed} {unit} (ordered {ordered}, over-delivery {percent}%, taken {taken}); reduce it, or have the buyer change the quantity or the tolerance of the order in the ERP first',
  ),
  'quantity-whole-only': entry(
    422,
    '单位 {unit} 只能为整数，{quantity} 无效',
    'Unit {unit} takes whole numbers only; {quantity} is not valid',
  ),
  'quantity-too-precise-for-unit': entry(
    422,
    '单位 {unit} 最多 {decimals} 位小数，{quantity} 无效',
    'Unit {unit} takes at most {decimals} decimals; {quantity} is not valid',
  ),
  'unit-conversion-unknown': entry(
    422,
    '{source} 的 {unit} 不能准确换算为物料 {material} 的基本单位：没有换算关系，或换算后不是基本单位允许的数量；请在 SAP 物料主数据的计量单位中维护 {unit}，或更正该行，同步后再试',
    '{unit} of {source} cannot be converted exactly to the base unit of {material}: there is no conversion, or its result is not a quantity the base unit permits; maintain {unit} in the units of measure of the SAP material master, or correct the item, then synchronise and try again',
  ),
  'unit-not-of-material': entry(
    422,
    '物料 {material} 没有单位 {unit}，可用的单位：{units}；请改用其中之一，或在 SAP 物料主数据中维护 {unit}',
    'Material {material} has no unit {unit}, only {units}; use one of them, or maintain {unit} in the SAP material master',
  ),
  'quantity-not-whole-in-base-unit': entry(
    422,
    '{quantity} {unit} 换算为 {base} {baseUnit}，但 {baseUnit} 最多 {decimals} 位小数；请改数量，或直接按 {baseUnit} 填写',
    '{quantity} {unit} would be {base} {baseUnit}, but {baseUnit} takes at most {decimals} decimals; change the quantity, or enter it in {baseUnit}',
  ),
  'quantity-changed-by-rounding': entry(
    422,
    '{quantity} {unit} 换算为基本单位须舍入为 {base} {baseUnit}，与所填数量不符；请减少小数位，或直接按 {baseUnit} 填写',
    '{quantity} {unit} would be rounded to {base} {baseUnit}, which is another quantity; use fewer decimals, or enter it in {baseUnit}',
  ),
  'quantity-beyond-line': entry(
    422,
    '{field} {quantity} {unit} 超过该行的{limit} {allowed} {unit}；请改小',
    '{field} {quantity} {unit} exceeds {allowed} {unit}, the {limit} of the line; reduce it',
  ),
  'line-unknown': entry(
    422,
    '单据没有第 {lineNo} 行；请刷新后再试',
    'The document has no line {lineNo}; refresh and try again',
  ),
  'line-twice': entry(
    422,
    '第 {lineNo} 行给出了两次；每行只能给出一次',
    'Line {lineNo} was given twice; give each line once',
  ),
  'line-repeated': entry(
    422,
    '与第 {other} 行重复（{source}）；请合并',
    'Repeats line {other} ({source}); merge them',
  ),
  'place-of-sender': entry(
    403,
    '“{action}”由发出方 {place} 办理，您的数据范围不含该地点；请联系发出方的保管员',
    '"{action}" is done at the sending place {place}, which is outside your data scope; ask its storekeeper',
  ),
  'place-of-receiver': entry(
    403,
    '“{action}”由接收方 {place} 办理，您的数据范围不含该地点；请联系接收方的保管员',
    '"{action}" is done at the receiving place {place}, which is outside your data scope; ask its storekeeper',
  ),
} as const satisfies Record<string, RefusalEntry>
