import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals about the ERP: what a movement means to it, its postings, and reaching it. */
export const erpRefusals = {
  // goods that the ERP values separately by valuation type
  'valuation-type-required': entry(
    422,
    '物料 {material} 在工厂 {plant} 按评估类型分别计价，须选择评估类型（{types}）',
    'Material {material} is valued separately by valuation type in plant {plant}; choose a valuation type ({types})',
  ),
  'valuation-type-unknown': entry(
    422,
    '物料 {material} 在工厂 {plant} 没有评估类型 {type}，只能使用：{types}',
    'Material {material} has no valuation type {type} in plant {plant}; use one of {types}',
  ),
  'valuation-type-not-ordered': entry(
    422,
    '需方工厂 {plant} 按评估类型分别计价物料 {material}，内部采购订单行 {source} 未指定评估类型；请在 ERP 订单行中填写（{types}），同步订单后再办理',
    'Receiving plant {plant} values material {material} separately by valuation type, and item {source} of the internal order names none; enter one of {types} in the order of the ERP and synchronise it',
  ),
  'valuation-type-not-batch': entry(
    422,
    '物料 {material} 不实行批次管理，库存按评估类型区分：批次须清空或与评估类型 {type} 相同，现为 {batch}',
    'Material {material} is not batch-managed and its stock is kept by valuation type: clear the batch or make it the valuation type {type}; it is {batch}',
  ),
  'movement-rule-missing': entry(
    422,
    '物料 {material} 数量 {quantity}：没有为 {from} → {to}（科目分配 {assignment}，参照 {basis}）配置移动类型；请在 SAP接口配置 中维护',
    'Material {material}, quantity {quantity}: no movement type is configured for {from} → {to} (account assignment {assignment}, basis {basis}); maintain it in the SAP interface configuration',
  ),
  'assignment-not-in-rules': entry(
    422,
    '物料 {material} 数量 {quantity}（{from} → {to}）：移动类型规则中没有科目分配“{assignment}”；请在 SAP接口配置 中维护',
    'Material {material}, quantity {quantity} ({from} → {to}): no movement rule names account assignment "{assignment}"; maintain one in the SAP interface configuration',
  ),
  'basis-not-in-rules': entry(
    422,
    '物料 {material} 数量 {quantity}（{from} → {to}）：移动类型规则中没有参照“{basis}”；请在 SAP接口配置 中维护',
    'Material {material}, quantity {quantity} ({from} → {to}): no movement rule names basis "{basis}"; maintain one in the SAP interface configuration',
  ),
  'movement-object-missing': entry(
    422,
    '物料 {material} 数量 {quantity}（{from} → {to}，科目分配 {assignment}，参照 {basis}）：缺少{object}；请补齐后再操作',
    'Material {material}, quantity {quantity} ({from} → {to}, account assignment {assignment}, basis {basis}): the {object} is missing; enter it first',
  ),
  'inspection-lot-decides': entry(
    422,
    '物料 {material} 在工厂 {plant} 由 ERP 质量管理：质检库存须在 ERP 中对检验批做使用决策，不能以货物移动转出。未启用质量管理的，请由有权人员调整业务参数“质检库存的转出”',
    'Material {material} is under quality management of the ERP in plant {plant}: its inspection stock leaves by the usage decision of the inspection lot in the ERP, not by a goods movement. If quality management is not active, have the business parameter "How goods leave inspection stock" changed',
  ),
  'count-pieces-in-erp': entry(
    422,
    '物料 {material} 有序列号，而工厂 {plant} 的盘点差异由盘点凭证过账，ERP 的盘点凭证接口不接受序列号：请对差异做差异核销，并在 ERP 中直接更正（MI02、MIGO）',
    'Material {material} has serial numbers, and plant {plant} posts count differences by physical inventory documents, whose service takes none: write the difference off here and correct it in the ERP (MI02, MIGO)',
  ),
  'consignment-price-missing': entry(
    422,
    '物料 {material} 是供应商 {supplier} 的代储物资，ERP 在工厂 {plant} 没有今日有效的代储价格，领用无法过账。请采购员在 SAP 维护代储信息记录（ME11、ME12），并在采购订单页面同步后再操作；急用的可改领自有库存',
    'Material {material} is on consignment from supplier {supplier}, and the ERP has no consignment price valid today in plant {plant}, so its withdrawal cannot be posted. Have the buyer maintain the consignment info record in SAP (ME11, ME12) and synchronise purchase orders, or draw own stock if it is urgent',
  ),
  'count-kinds-apart': entry(
    422,
    '工厂 {plant} 的丢失由盘点凭证过账，一张凭证只能有一种特殊库存，本单丢失的有：{kinds}。请本次只把其中一种定为丢失，其余的定为找到并收货，再由盘点调账',
    'Plant {plant} posts losses by physical inventory documents, each of one kind of special stock, and this document loses several: {kinds}. Decide one kind as lost and the others as found, and adjust those by a count',
  ),
  'movement-reason-missing': entry(
    422,
    '物料 {material} 数量 {quantity}（{from} → {to}）：ERP 的移动类型 {type} 须有移动原因，而规则没有给出；请由系统管理员在 SAP接口配置 的移动类型规则中为 {type} 维护移动原因',
    'Material {material}, quantity {quantity} ({from} → {to}): the ERP demands a reason for movement with {type}, and its rule names none; let an administrator enter it in the movement rules of the SAP interface configuration',
  ),
  'movement-account-missing': entry(
    422,
    '物料 {material} 数量 {quantity}（{from} → {to}）：ERP 的移动类型 {type} 须记入成本对象，单据和规则都没有给出；请在单据中填写成本中心、WBS 元素或内部订单，没有这些字段的由系统管理员在 SAP接口配置 的移动类型规则中为 {type} 维护默认成本中心',
    'Material {material}, quantity {quantity} ({from} → {to}): the ERP charges movement type {type} to a cost object, which neither the document nor the rule names; enter a cost centre, a WBS element or an order in the document, or where it has no such field let an administrator enter a default cost centre for {type} in the movement rules of the SAP interface configuration',
  ),
  'movement-type-not-permitted': entry(
    422,
    '预留 {source} 的移动类型为 {type}，物料 {material}（{from} → {to}）只允许 {permitted}；请在 ERP 更改预留后同步，或由系统管理员在 SAP接口配置 的移动类型规则中增加 {type}',
    'Reservation {source} has movement type {type}, but material {material} ({from} → {to}) is posted with {permitted} only; change the reservation in the ERP and synchronise it, or let an administrator add {type} to the movement rules of the SAP interface configuration',
  ),
  'movement-type-without-account': entry(
    422,
    '预留 {source} 的移动类型 {type} 须记入{object}，物料 {material} 的预留没有给出；请在 ERP 补充预留的科目分配后同步',
    'Movement type {type} of reservation {source} is charged to: {object}, which the reservation of material {material} does not name; complete its account assignment in the ERP and synchronise it',
  ),
  'erp-stock-unposted': entry(
    409,
    '{material}[ 批次 {batch}]（{place}）过账 {quantity} {unit} 时，ERP 还缺 {missing} {unit}：{documents}[ 和另外 {more} 张单据]的物资已入库但尚未过账；请先审核并过账[。它们又要等待本单据：最后从这里取走物资并已过账的是 {taken}，请先冲销它，再依次过账]',
    '{material}[ batch {batch}] ({place}): to post {quantity} {unit} the ERP still lacks {missing} {unit}, because what {documents}[ and {more} more] brought in is not posted; audit and post that first[. They wait for this document in turn: {taken} took goods from here last and is posted; reverse it, then post these one after the other]',
  ),
  'erp-unreachable': entry(
    503,
    'ERP 暂时无法连接：{problem}',
    'The ERP cannot be reached: {problem}',
  ),
  'synchronisation-running': entry(
    409,
    '{mirror} 正在同步，请稍后再试',
    '{mirror} is being synchronised; try again in a moment',
  ),
  'erp-rejected': entry(409, 'ERP 拒绝：{message}', 'The ERP refused: {message}'),
  'erp-interface-off': entry(409, '接口 {name} 已关闭', 'Interface {name} is switched off'),
  'posting-in-flight': entry(
    409,
    '{no} 正在与 ERP 通信（{state}），请等待结果',
    '{no} is in flight to the ERP ({state}); wait for the outcome',
  ),
  'number-taken': entry(
    409,
    'ERP 凭证 {number} 已是 {no} 的凭证，一个凭证号只能用一次；请核对凭证号',
    'ERP document {number} already belongs to {no}, and a number is used once; check the number',
  ),
  'number-unknown-in-erp': entry(
    422,
    'ERP 中没有凭证 {number}；请核对凭证号和年度',
    'The ERP has no document {number}; check number and year',
  ),
  'number-differs': entry(
    422,
    'ERP 凭证 {number} 与 {no} 不符：{differences}；请核对凭证号，或在 ERP 中更正该凭证',
    'ERP document {number} differs from {no}: {differences}; check the number, or correct the document in the ERP',
  ),
  'number-by-requester': entry(
    403,
    '{no} 的过账由您提交，凭证号须由另一人核对后填入',
    'You requested the posting of {no}: another person compares the number and enters it',
  ),
  'posting-in-books': entry(
    409,
    '{no} 的 ERP 凭证 {materialDocument} 尚未冲销，请先做 ERP冲销',
    'ERP document {materialDocument} of {no} is not reversed; reverse it in the ERP first',
  ),
  'posting-not-retryable': entry(
    409,
    '消息 {key} 的状态为“{state}”，不能重发',
    'Message {key} is in state “{state}” and cannot be resent',
  ),
  'reason-required': entry(422, '请填写原因', 'A reason is required'),
} as const satisfies Record<string, RefusalEntry>
