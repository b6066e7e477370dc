import { ODataError } from './odata-error.ts'
import type { ErrorDetail } from './odata-error.ts'

/**
 * Message texts by class and number, with & for each variable. Well-known numbers (M7/021, M7/053, M7/096, M7/175,
 * M3/305, MM_IM_ODATA_API_MDOC/011 and /014) are SAP's; the others only use the message class SAP would use, so clients
 * must not depend on them.
 */
const texts = {
  'M7/001': ['Check table &: entry & does not exist', '检查表 &：条目 & 不存在'],
  'M7/018': ['Enter &', '请输入 &'],
  'M7/021': ['Deficit of & & & : & & &', '& 短缺 & & ：& & &'],
  'M7/022': ['PO quantity exceeded by & & : & &', '采购订单数量超出 & & ：& &'],
  'M7/034': [
    'Valuation type & differs from valuation type & of &',
    '评估类型 & 与 & 的评估类型不一致（&）',
  ],
  'M7/036': ['No goods receipt possible for purchase order & &', '采购订单 & & 不能收货'],
  'M7/053': [
    'Posting only possible in periods & and & in company code &',
    '只能在期间 & 和 & 中记帐（公司代码 &）',
  ],
  'M7/061': ['Document & & has already been reversed', '凭证 & & 已被冲销'],
  'M7/062': [
    'Document & & is a reversal and cannot be reversed',
    '凭证 & & 本身为冲销凭证，不能再冲销',
  ],
  'M7/083': ['Material document & & does not exist', '物料凭证 & & 不存在'],
  'M7/090': [
    'Material & differs from material & of the reference',
    '物料 & 与参考凭证的物料 & 不一致',
  ],
  'M7/096': [
    'Movement type & is not allowed with movement code & and reference "&"',
    '移动类型 & 不允许用于移动代码 & 与参考 "&"',
  ],
  'M7/097': [
    'Movement type & differs from movement type & of the reservation',
    '移动类型 & 与预留的移动类型 & 不一致',
  ],
  'M7/120': ['Enter a quantity greater than zero', '请输入大于零的数量'],
  'M7/175': ['Maintain serial numbers for total quantity', '请为全部数量维护序列号'],
  'M7/362': ['Reservation & item & is finally issued', '预留 & 项目 & 已最终发货'],
  'M7/363': ['Reservation & item & is marked for deletion', '预留 & 项目 & 已标记删除'],
  'M7/364': [
    'Goods movement is not allowed for reservation & item &',
    '预留 & 项目 & 不允许货物移动',
  ],
  'M7/365': ['Reservation & item & does not exist', '预留 & 项目 & 不存在'],
  'M7/425': [
    'Reference document & does not belong to purchase order item &',
    '参考凭证 & 不属于采购订单项目 &',
  ],
  'M7/426': [
    'Quantity received with reference document & is exceeded by &',
    '超出参考凭证 & 的收货数量 &',
  ],
  'M7/427': [
    'No consignment price for material & of supplier & in plant &',
    '物料 &（供应商 &）在工厂 & 没有寄售价格',
  ],
  'M7/701': ['Physical inventory document & & does not exist', '盘点凭证 & & 不存在'],
  'M7/703': [
    'Material & & is already in physical inventory document &',
    '物料 & & 已在盘点凭证 & 中',
  ],
  'M7/704': [
    'Stock of material & & is blocked by physical inventory document &',
    '物料 & & 的库存被盘点凭证 & 冻结',
  ],
  'M7/705': [
    'Differences of physical inventory document & & & are already posted',
    '盘点凭证 & & & 的差异已过账',
  ],
  'M7/706': [
    'No item of physical inventory document & & is counted',
    '盘点凭证 & & 没有已盘点的项目',
  ],
  'M7/709': [
    'Document & & posts differences of physical inventory document & and cannot be cancelled: count again',
    '凭证 & & 为盘点凭证 & 的差异过账，不能冲销：请重新盘点',
  ],
  'M3/305': ['The material & does not exist or is not activated', '物料 & 不存在或未激活'],
  'M3/351': ['Material & not maintained in plant &', '物料 & 未在工厂 & 中维护'],
  'M3/897': [
    'The plant data of the material & is locked by the user &',
    '物料 & 的工厂数据被用户 & 锁定',
  ],
  'BM/302': [
    'Unit & cannot be converted into unit & for material &',
    '单位 & 不能转换为 &（物料 &）',
  ],
  'BM/310': ['Unit & can have a maximum of & decimal places: &', '单位 & 最多允许 & 位小数：&'],
  'IO/001': ['Serial number & of material & is already in stock', '序列号 &（物料 &）已在库'],
  'IO/002': ['Serial number & of material & is not in stock &', '序列号 &（物料 &）不在库存 & 中'],
  'KI/235': [
    'Account requires an assignment to a CO object (movement type &)',
    '科目需要分配 CO 对象（移动类型 &）',
  ],
  '06/019': ['Purchasing document & does not exist', '采购凭证 & 不存在'],
  '06/020': ['Item & of purchasing document & does not exist', '采购凭证 & 中项目 & 不存在'],
  '06/076': ['Item & of purchasing document & is deleted', '采购凭证 & 的项目 & 已删除'],
  '06/077': [
    'Item & of purchasing document & is already delivered in full',
    '采购凭证 & 的项目 & 已交货完成',
  ],
  '06/078': ['Item & of purchasing document & is a returns item', '采购凭证 & 的项目 & 为退货项目'],
  '06/079': [
    'Item & of purchasing document & is no returns item',
    '采购凭证 & 的项目 & 不是退货项目',
  ],
  '06/080': ['Purchasing document & is not released', '采购凭证 & 未审批'],
  'QA/504': [
    'Stock of material & in plant & belongs to an inspection lot: movement type & needs its usage decision',
    '物料 & 在工厂 & 的库存属于检验批：移动类型 & 须由使用决策过账',
  ],
  'V1/302': ['Sales document & does not exist', '销售凭证 & 不存在'],
  'V1/303': ['Item & does not exist in sales document &', '项目 & 不存在于销售凭证 &'],
  'VL/100': ['Delivery & does not exist', '交货单 & 不存在'],
  'VL/101': ['Item & does not exist in delivery &', '项目 & 不存在于交货单 &'],
  'VL/602': ['Goods issue of delivery & is already posted', '交货单 & 已发货过账'],
  'VL/603': ['Goods issue of delivery & is not posted', '交货单 & 未发货过账'],
  'VL/604': ['Delivery & item & is not completely picked', '交货单 & 项目 & 尚未拣配完成'],
  'VL/605': [
    'Delivery & item &: delivery quantity & is exceeded by picked quantity &',
    '交货单 & 项目 &：拣配数量超出交货数量 &（&）',
  ],
  'VL/606': ['Delivery & is blocked', '交货单 & 已冻结'],
  'VL/609': [
    'Document & was posted by delivery &: reverse the goods issue there (VL09)',
    '凭证 & 由交货单 & 过账：请在交货单冲销发货（VL09）',
  ],
  'MM_IM_ODATA_API_MDOC/011': [
    'Property & is not supported for GoodsMovementType &',
    '属性 & 不支持用于移动类型 &',
  ],
  'MM_IM_ODATA_API_MDOC/014': ['Material Document processing failed', '物料凭证处理失败'],
  'MM_IM_ODATA_API_MDOC/015': ['At least one item is required', '至少需要一个项目'],
} as const satisfies Record<string, readonly [english: string, chinese: string]>

export type MessageCode = keyof typeof texts

/** A business message of a goods movement, independent of the response format. */
export class BusinessMessage extends Error {
  readonly code: MessageCode
  readonly values: readonly string[]

  constructor(code: MessageCode, ...values: string[]) {
    super(`${code} ${values.join(' ')}`)
    this.name = 'BusinessMessage'
    this.code = code
    this.values = values
  }
}

export function messageText(
  code: MessageCode,
  values: readonly string[],
  language: string,
): string {
  const text = texts[code][language.toLowerCase().startsWith('zh') ? 1 : 0]
  let index = 0
  return text
    .replaceAll('&', () => values[index++] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function detail(message: BusinessMessage, language: string, target: string): ErrorDetail {
  return {
    code: message.code,
    message: messageText(message.code, message.values, language),
    propertyref: '',
    severity: 'error',
    target,
  }
}

/** The 400 of a service that names the reason as its outer code. */
export function businessError(problem: BusinessMessage, language: string): ODataError {
  const details = [detail(problem, language, '')]
  return new ODataError(
    400,
    problem.code,
    messageText(problem.code, problem.values, language),
    details,
  )
}

/** The problem of an item of a document ('' for the header). */
export interface ItemProblem {
  readonly target: string
  readonly message: BusinessMessage
}

/**
 * The 400 of a refused material document: the outer code is generic and the reasons are in the details; with `ownCode`
 * a single reason is the outer code itself, as in some releases.
 */
export function materialDocumentError(
  problems: readonly ItemProblem[],
  language: string,
  ownCode: boolean,
): ODataError {
  const details = problems.map((problem) => detail(problem.message, language, problem.target))
  const [first] = details
  if (ownCode && first !== undefined && details.length === 1) {
    return new ODataError(400, first.code, first.message, details)
  }
  const generic = 'MM_IM_ODATA_API_MDOC/014'
  return new ODataError(400, generic, messageText(generic, [], language), details)
}
