import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of record sheets, and of decisions that do not agree with them. */
export const inspectionRefusals = {
  'characteristics-undeclared': entry(
    422,
    '物料组 {group}（物料 {material}）没有当天有效的检验项目；请在“检验项目维护”中申请增加，批准后再记录',
    'Material group {group} (material {material}) has no inspection characteristic valid today; request one on "Inspection characteristics", and record once it is approved',
  ),
  'characteristic-twice': entry(
    422,
    '检验项目 {characteristic} 与第 {first} 行重复；同一批货的实测值请填在一行',
    'Characteristic {characteristic} repeats line {first}; enter all values of the same goods in one line',
  ),
  'characteristic-missing': entry(
    422,
    '物料 {material} 还缺检验项目 {missing}（物料组 {group} 要求全部主控项目和必检项目）；请补充这些行',
    'Material {material} lacks the characteristics {missing} (material group {group} asks for all main and required ones); add a line for each',
  ),
  'sampled-value-invalid': entry(
    422,
    '检验项目 {characteristic} 的第 {position} 个实测值“{value}”不能识别；计量项请填最多 3 位小数的数字，计数项请填 合格 或 不合格（OK、NG）',
    'Sampled value {position} of characteristic {characteristic}, "{value}", cannot be read; enter numbers with up to 3 decimals of a variable, OK or NG of an attribute',
  ),
  'sampled-values-too-many': entry(
    422,
    '检验项目 {characteristic} 填写了 {given} 个实测值，最多 {limit} 个；请删去多余的，或分成多张记录',
    'Characteristic {characteristic} has {given} sampled values, at most {limit} are possible; remove some',
  ),
  'sampled-values-missing': entry(
    422,
    '检验项目 {characteristic} 应测 {wanted} 个，只填了 {given} 个；请补齐实测值',
    'Characteristic {characteristic} needs {wanted} sampled values, only {given} {given|is|are} entered; complete them',
  ),
  'record-stands': entry(
    409,
    '{source} 已有检验记录表 {record}（{verdict}）；复检须先由出具人以外的人作废该表',
    '{source} already has record sheet {record} ({verdict}); to test again, have it withdrawn by somebody who did not conclude it',
  ),
  'record-decided': entry(
    409,
    '检验记录表 {no} 已用于质检单 {order} 的结论；请先撤回该结论，再作废',
    'Record sheet {no} is behind the decision of inspection order {order}; have that decision withdrawn first',
  ),
  'record-required': entry(
    422,
    '物料 {material} 必须先检验 {characteristics}，没有检验记录表时合格数量 {accepted} {unit} 不能接收；请先在“物化材料检验记录表”出具记录，或判为不合格',
    'Material {material} must first be tested for {characteristics}: without a record sheet {accepted} {unit} cannot be accepted; conclude one on "Material inspection record sheet", or reject the goods',
  ),
  'record-refuses': entry(
    422,
    '检验记录表 {record} 的主控项目不合格（{finding}），最多可合格 {acceptable} {unit}，合格数量合计 {accepted} {unit} 超出；请改判不合格，让步接收须在不合格品处理中另行批准',
    'Record sheet {record} failed a main characteristic ({finding}), so at most {acceptable} {unit} may be accepted, not {accepted} {unit} in total; reject the rest: a concession is approved from the rejected goods',
  ),
  'record-ground-required': entry(
    422,
    '检验记录表 {record} 的一般项目不合格（{finding}），接收 {accepted} {unit} 须填写让步依据；请填写依据，或判为不合格',
    'Record sheet {record} failed a general characteristic ({finding}), so accepting {accepted} {unit} needs a concession reference; enter it, or reject the goods',
  ),
  'packed-item-twice': entry(
    422,
    '“{item}”与第 {first} 行重复；同一批货的同一项请合并在一行',
    '"{item}" repeats line {first}; enter the same item of the same goods in one line',
  ),
  'packed-item-unlisted': entry(
    422,
    '物料 {material} 要求的 {items} 没有核对；请补充这些行，没有的实有数填 0',
    'The check lacks {items}, which material {material} asks for; add a line for each, with 0 found if it is not there',
  ),
  'surplus-without-material': entry(
    422,
    '多余的“{item}”{count} 件将零价值入库；请填写“备件物料编码”（没有编码的先保存草稿，由物资工程师建立后再确认）',
    '"{item}" × {count} is surplus and will be received at zero value; enter "Material of the spare" (if it has no number yet, save the draft and have the materials engineer create one first)',
  ),
  'packing-check-stands': entry(
    409,
    '{source} 已由 {check} 核对；请先作废 {check}，再重新核对',
    '{source} was checked with {check}; withdraw {check} before checking again',
  ),
  'sample-required': entry(
    422,
    '检验方式为抽检，须填抽样数：检验 {inspected} {unit} 中实际抽检了多少',
    'The method is sampling, so the sample size is required: how many of the {inspected} {unit} were looked at',
  ),
  'sample-exceeds': entry(
    422,
    '抽样数 {sample} {unit} 超过检验数量 {inspected} {unit}；请改正抽样数',
    'The sample of {sample} {unit} exceeds the inspected {inspected} {unit}; correct the sample size',
  ),
  'sample-of-full': entry(
    422,
    '检验方式为全检，抽样数 {sample} {unit} 却少于检验数量 {inspected} {unit}；请改检验方式为抽检，或清空抽样数',
    'The method is full inspection, but the sample of {sample} {unit} is less than the inspected {inspected} {unit}; change the method to sampling, or leave the sample size empty',
  ),
  'destroyed-exceeds-sample': entry(
    422,
    '检毁 {destroyed} {unit} 超过抽样数 {sample} {unit}：未抽取的不会被试验损毁；请改正其中的数量',
    'The {destroyed} {unit} destroyed exceed the sample of {sample} {unit}: what was not sampled is not destroyed by a test; correct one of them',
  ),
  'sample-account-missing': entry(
    422,
    '检毁的 {destroyed} {unit} 计入质检单位的成本中心，而质检单位“{inspectionUnit}”没有填成本中心；请主数据管理员在“质检单位”填写，或按其他质检单位分派',
    'The {destroyed} {unit} destroyed are charged to the cost centre of the inspection unit, and "{inspectionUnit}" has none; have it entered on page "Quality inspection units", or assign the inspection to another unit',
  ),
  'arrival-part-inspected': entry(
    409,
    '{material} 须检验，到货时已进入质检库存，少到的 {quantity} {unit} 不能在此冲销；请检验员在检验单中登记为短缺（已下结论的先撤回结论），或整单冲销到货',
    '{material} is inspected and has been in inspection stock since its arrival, so the {quantity} {unit} that did not arrive are not reversed here; have the inspector record them as missing (a decision is withdrawn first), or reverse the arrival as a whole',
  ),
  'inspection-open': entry(
    409,
    '{material} 的检验尚未完成（{notice}），不能收货',
    'Inspection of {material} is still open ({notice}); it cannot be received',
  ),
  'decision-incomplete': entry(
    422,
    '合格 {accepted} + 不合格 {rejected} + 短缺 {missing} + 检毁 {destroyed} 不等于送检 {inspected} {unit}；请改正其中的数量',
    'Accepted {accepted} + rejected {rejected} + missing {missing} + destroyed {destroyed} is not the inspected {inspected} {unit}; correct one of them',
  ),
  'missing-made-up': entry(
    409,
    '短缺的 {quantity} {unit} 不能撤回：{source} 只剩 {free} 可到货，其余已补送或核销；请先冲销补送的到货',
    'The missing {quantity} {unit} cannot be taken back: {source} has only {free} left to arrive, the rest was delivered again or written off; reverse that arrival first',
  ),
  // rejected goods
  'rejects-count-differs': entry(
    422,
    '物料 {material} 实点 {counted} {unit}，与不合格数量 {quantity} {unit} 不符；请重新清点，结论有误的由质检撤回结论后重判',
    'Of material {material} {counted} {unit} were counted, but {quantity} {unit} were rejected; count again, or have the decision withdrawn and decided anew',
  ),
  'rejects-received': entry(
    409,
    '不合格的 {quantity} {unit} 只有 {left} {unit} 还在到货货位，其余已由收货单 {receipt} 收入冻结库存；请把剩余的也收货，或先冲销 {receipt}，再确认不合格品',
    'Of the rejected {quantity} {unit} only {left} {unit} still lie in the receiving bin, receipt {receipt} took the rest into blocked stock; receive the others too, or reverse {receipt}, before confirming the rejected goods',
  ),
  'rejects-not-in-bin': entry(
    409,
    '不合格品已收货，但货位 {rejectsBin} 的冻结库存只有 {onHand} {unit}，不足 {quantity} {unit}；请填写收货时的货位',
    'The rejected goods were received, but only {onHand} {unit} of blocked stock lie in bin {rejectsBin}, less than {quantity} {unit}; enter the bin of the receipt',
  ),
  'rejects-in-blocked-stock': entry(
    409,
    '{source} 的货物已收入冻结库存，不能让步接收；请先撤销确认并冲销收货，再确认不合格品',
    'The goods of {source} were received into blocked stock and cannot be conceded; withdraw the confirmation, reverse the receipt, and confirm the rejected goods again',
  ),
  'rejects-set-aside': entry(
    409,
    '不合格品单 {no} 的货物已由 {user} 隔离；请仓库先撤销确认，再同意复检',
    'The goods of record {no} were set aside by {user}; have the warehouse withdraw the confirmation before they are inspected again',
  ),
  'rejects-not-set-aside': entry(
    409,
    '不合格品单 {no} 的货物尚未隔离，没有可撤销的确认',
    'The goods of record {no} are not set aside, so there is no confirmation to withdraw',
  ),
  'inspector-disposes': entry(
    403,
    '不合格品单 {no} 的检验结论由您（{user}）作出，让步接收或报废须由另一人批准',
    'You ({user}) decided the inspection behind record {no}; someone else must approve its concession or scrapping',
  ),
  'scrap-charge-missing': entry(
    422,
    '报废 {lines} 行不合格品，数量合计 {quantity}，但没有承担方；请填写成本中心、WBS 元素或内部订单，由供应商承担的填写索赔编号',
    'Nobody pays for what is to be scrapped (lines: {lines}, quantity: {quantity}); enter a cost centre, a WBS element or an order, or the number of the claim if the supplier pays',
  ),
  'conceded-received': entry(
    409,
    '让步接收的 {quantity} {unit} 只有 {left} {unit} 尚未收货，其余已由收货单 {receipt} 收货；请先冲销 {receipt}',
    'Of the conceded {quantity} {unit} only {left} {unit} are not received yet, receipt {receipt} took the rest; reverse {receipt} first',
  ),
  'replacement-arrived': entry(
    409,
    '换货或返修的 {quantity} {unit} 不能撤回：{source} 只剩 {free} 可到货，其余已补送或核销；请先冲销补送的到货',
    'The exchange or repair of {quantity} {unit} cannot be taken back: {source} has only {free} left to arrive, the rest was delivered again or written off; reverse that arrival first',
  ),
  'inspector-not-assigned': entry(
    409,
    '质检通知单 {no} 尚未分派质检员，不能确认；请先撤销开箱时间并分派质检员',
    'No inspector is assigned to inspection notice {no}; withdraw the unpacking time and assign one first',
  ),
  'inspector-other': entry(
    403,
    '质检通知单 {notice} 分派给质检员 {inspector}，您（{account}）不能作结论；请由其检验，或撤销专员确认后重新分派',
    'Inspection notice {notice} is assigned to the inspector {inspector}, so you ({account}) cannot decide; let that person inspect, or withdraw the confirmation and assign anew',
  ),
  'documents-missing': entry(
    422,
    '物料 {material} 缺随货资料 {missing}（要求 {required}），合格数量 {accepted} {unit} 不能接收；请补齐资料，或以缺陷类别“资料不全”判为不合格',
    'Material {material} lacks the documents {missing} (required: {required}), so {accepted} {unit} cannot be accepted; complete them, or reject with the defect class "Documents missing"',
  ),
  'defect-required': entry(
    422,
    '有不合格数量时必须填写缺陷类别',
    'Rejected pieces need a defect class',
  ),
} as const satisfies Record<string, RefusalEntry>
