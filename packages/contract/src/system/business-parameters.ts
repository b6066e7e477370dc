import { label } from '../document/declare/label.ts'
import type { RuleChange } from '../document/rule-change.ts'
import { classificationParameters } from './classification-parameters.ts'
import { countParameters } from './count-parameters.ts'
import { overdueParameters } from './overdue-parameters.ts'
import { postingParameters } from './posting-parameters.ts'
import { expiryParameters } from './expiry-parameters.ts'
import { preservationParameters } from './preservation-parameters.ts'
import type {
  AnyParameter,
  ChoiceParameter,
  CodesParameter,
  IntegerParameter,
} from './parameter-kinds.ts'
import { quotaParameters } from './quota-parameters.ts'
import { stockFirstParameters } from './stock-first-parameters.ts'
import { supplementParameters } from './supplement-parameters.ts'

// Business configuration 业务配置 (domain.md 1.5): typed parameters by company and plant, with validity date and author.
// Settings that differ between customers are defined here instead of in code.

function choice<const Code extends string>(
  declaration: Omit<ChoiceParameter<Code>, 'kind' | 'default'> & { default: NoInfer<Code> },
): ChoiceParameter<Code> {
  return { ...declaration, kind: 'choice' }
}

function integer(declaration: Omit<IntegerParameter, 'kind'>): IntegerParameter {
  return { ...declaration, kind: 'integer' }
}

function codes(declaration: Omit<CodesParameter, 'kind'>): CodesParameter {
  return { ...declaration, kind: 'codes' }
}

/** Every business parameter. */
export const businessParameters = {
  'receiving.route': choice({
    label: label('收货路径', 'Receiving route'),
    help: label(
      '需检验物资到货后存放的库存类型：质检库存（路径 B，101 入质检）或收货冻结库存（路径 A，103 无价值）',
      'Where goods to be inspected lie after arrival: inspection stock (route B, 101) or blocked receipt stock (route A, 103, not valued)',
    ),
    level: 'material-group',
    isControl: true,
    choices: {
      'inspection-stock': label('质检库存（路径B）', 'Inspection stock (route B)'),
      'blocked-stock': label('收货冻结库存（路径A）', 'Blocked receipt stock (route A)'),
    },
    default: 'inspection-stock',
  }),
  'receiving.arrivalPosting': choice({
    label: label('到货过账时点', 'When an arrival is posted'),
    help: label(
      '到货凭证何时传给 ERP：随收货过账一并传送，或到货确认时立即传送',
      'When the ERP is told of an arrival: together with the posting of the receipt, or at once on confirmation',
    ),
    level: 'plant',
    isControl: true,
    choices: {
      'with-receipt': label('随收货过账', 'With the receipt'),
      'at-arrival': label('到货确认时', 'At arrival'),
    },
    default: 'with-receipt',
  }),
  ...postingParameters,
  'receiving.overDeliveryLimit': choice({
    label: label('超收限额依据', 'Limit of over-deliveries'),
    help: label(
      '可通知的数量以什么为限：ERP 拒收超出订单容差的数量（消息 M7/022 为错误）时只按订单自身的超收容差；ERP 仅警告时，订单没有容差的可按超量目录',
      'What limits the quantities announced: the tolerance of the order alone where the ERP refuses more (message M7/022 is an error), or also the over-quantity catalogue, for orders without a tolerance, where the ERP only warns',
    ),
    level: 'plant',
    isControl: true,
    choices: {
      order: label('仅订单容差', 'Tolerance of the order only'),
      catalogue: label('订单容差或超量目录', 'Tolerance of the order, else the catalogue'),
    },
    default: 'order',
  }),
  'delivery.importedGoods': choice({
    label: label('进口货物的确定', 'How imported goods are recognised'),
    help: label(
      '哪些送货单须海关放行后才能确认到货：供应商或采购员在送货单上标明“进口货物”的，或另加订单币种不是公司币种的。确认送货单时确定',
      "Which delivery notes need the release by customs before their arrival is confirmed: those that supplier or buyer mark as imported, or also those of orders in a currency other than the company's. Decided when the note is confirmed",
    ),
    level: 'plant',
    isControl: true,
    choices: {
      marked: label('送货单标明的', 'Marked on the delivery note'),
      'foreign-currency': label('标明的或外币订单', 'Marked, or orders in foreign currency'),
    },
    default: 'marked',
  }),
  'receiving.deliveryCompleted': choice({
    label: label('交货已完成的确定', 'How "delivery completed" is decided'),
    help: label(
      '收货行选“按规则”时：累计收货达到订单数量减欠收容差即标记交货已完成，或只由收货人标记',
      'For receipt lines left to the rule: completed once what was received reaches the ordered quantity less its under-delivery tolerance, or only by the person who receives',
    ),
    level: 'plant',
    isControl: true,
    choices: {
      'at-tolerance': label('达到欠收容差即完成', 'Completed at the under-delivery tolerance'),
      'by-person': label('仅由收货人标记', 'By the person only'),
    },
    default: 'at-tolerance',
  }),
  'issue.specialStock': choice({
    label: label('发料库存确定', 'Stock determination of issues'),
    help: label(
      '预留未指明特殊库存时，批准占用和出库建议按此规则选择库存：计入项目的先考虑该 WBS 元素的项目库存，再考虑代储库存；代储库存一经领用即须与供应商结算，只有规则写明时才动用。预留已指明的按预留执行',
      'Where a reservation names no special stock, holds and proposals of issues follow this rule: of special stock, that of the WBS element charged comes first, then consignment; what is drawn of consignment is owed to its supplier, so it is taken only where the rule says so. What a reservation names is followed',
    ),
    level: 'plant',
    isControl: true,
    choices: {
      'own-only': label('仅自有库存', 'Own stock only'),
      'own-first': label('自有库存优先，不动用代储', 'Own stock first, no consignment'),
      'own-then-consignment': label('自有库存优先，其次代储', 'Own stock first, then consignment'),
      'special-first': label('项目及代储库存优先', 'Project and consignment stock first'),
    },
    default: 'own-first',
  }),
  'goods.postingObstacle': choice({
    label: label('须传序列号的物料', 'Goods with serial numbers'),
    help: label(
      '物料在 ERP 有序列号参数文件时，过账逐件传送序列号；没有序列号的单据，以及接管库存时件数与 ERP 不同的行，拒绝办理。参数文件不要求库存移动时录入序列号的工厂，可改为允许：过账时不传送序列号',
      'A material with a serial number profile in the ERP is posted there with a serial number for each piece; documents without serial numbers are refused, and lines of stock taken over whose quantity is not that of the ERP. A plant whose profiles do not require serial numbers for goods movements may permit them: its postings have none',
    ),
    level: 'plant',
    isControl: true,
    choices: {
      refused: label('拒绝', 'Refused'),
      permitted: label('允许', 'Permitted'),
    },
    default: 'refused',
  }),
  'orders.stockCategories': codes({
    label: label('入库的科目分配类别', 'Account assignment categories received into stock'),
    help: label(
      '采购订单行的科目分配类别（KNTTP）为空或在此列出时，收货形成库存；其他类别在 SAP 收货即消耗，不在此收货。以逗号分隔，如 Q,E；“-”为无。修改在下次同步订单时生效',
      'Goods of an order item become stock if its account assignment category (KNTTP) is empty or listed here; goods of other categories are consumed by their receipt in SAP and are not received here. Separated by commas, such as Q,E; "-" is none. A change counts from the next synchronisation of the order',
    ),
    level: 'company',
    isControl: true,
    default: 'Q,E',
  }),
  'rights.secondApproval': choice({
    label: label('权限变更的第二人批准', 'Second approval of rights'),
    help: label(
      '授予哪些权限须由另一人批准后才生效。敏感权限：审核、过账、冲销、录入金额，以及管理用户、规则和接口的角色和按钮权限，包括扩大其持有人的数据范围和启用其账号。收回权限一律立即生效',
      'Which rights are given only once another person has approved. Sensitive: roles and button rights that check, post, reverse, enter amounts, or administer users, rules and interfaces, including a wider data scope of their holders and enabling their accounts. Taking rights away always takes effect at once',
    ),
    level: 'company',
    isControl: true,
    choices: {
      none: label('无', 'None'),
      sensitive: label('敏感权限', 'Sensitive rights'),
      all: label('全部权限', 'All rights'),
    },
    default: 'sensitive',
  }),
  'rights.approvalDays': integer({
    label: label('权限变更批准期限（天）', 'Days to approve a change of rights'),
    help: label(
      '权限变更申请超过该天数未批准即失效，须重新申请',
      'A requested change of rights not approved within so many days lapses and must be requested again',
    ),
    level: 'company',
    isControl: true,
    minimum: 1,
    maximum: 90,
    default: 14,
  }),
  'drafts.holdDays': integer({
    label: label('草稿占用天数', 'Days a draft holds its quantities'),
    help: label(
      '草稿超过该天数未改动时，其占用的前置单据数量自动释放，草稿保留；0 为不释放',
      'After so many days without change a draft no longer holds the quantities it took from its predecessors; the draft stays; 0 is never',
    ),
    level: 'company',
    isControl: false,
    minimum: 0,
    maximum: 365,
    default: 14,
  }),
  'synchronisation.intervalMinutes': integer({
    label: label('ERP 单据同步间隔（分钟）', 'Interval of synchronisation (minutes)'),
    help: label(
      '定时读取 ERP 采购订单、预留等变更的间隔',
      'How often changed orders, reservations and materials are read from the ERP',
    ),
    level: 'system',
    isControl: false,
    minimum: 1,
    maximum: 1440,
    default: 10,
  }),
  'todo.hoursMax': integer({
    label: label('待办时限（小时）', 'Time for a to-do (hours)'),
    help: label(
      '待办产生后多少小时内应办理，超过后标为逾期并排在最前',
      'How many hours after it arose a to-do should be done; later it is shown as overdue, before the rest',
    ),
    level: 'system',
    isControl: false,
    minimum: 1,
    maximum: 720,
    default: 24,
  }),
  'todo.escalationHours': integer({
    label: label('逾期升级时限（小时）', 'Escalation of overdue to-dos (hours)'),
    help: label(
      '待办逾期多少小时后仍未办理，通知上一级（领料单为审批人，送货单为采购员）；0 为不升级',
      'How many hours after it became overdue a to-do is escalated (a requisition to its approvers, a delivery note to its buyers); 0 is never',
    ),
    level: 'company',
    isControl: false,
    minimum: 0,
    maximum: 720,
    default: 24,
  }),
  'stocktake.directorLimit': integer({
    label: label('盘点差异主任审批限额（元）', 'Limit of count differences for the director'),
    help: label(
      '盘点差异金额绝对值合计超过该限额时，除差异审核外还须主任审批；金额未知的一律须主任审批；0 为不论金额一律审批。已提交的盘点单不受修改影响',
      'If the absolute differences of a stocktaking order exceed this amount, the director approves them after the review; an unknown amount is always approved by the director; 0 means every amount. Orders already submitted are not affected by a change',
    ),
    level: 'company',
    isControl: true,
    minimum: 0,
    maximum: 100_000_000,
    default: 5000,
  }),
  'issue.supplementDays': integer({
    label: label('紧急出库补单期限（工作日）', 'Working days for the paper of an emergency issue'),
    help: label(
      '紧急出库后，领料单位须在几个工作日内补领料单；逾期提醒并升级',
      'Within how many working days after an emergency issue the unit must hand in its requisition; overdue ones are reminded of and escalated',
    ),
    level: 'company',
    isControl: true,
    minimum: 1,
    maximum: 30,
    default: 3,
  }),
  'requisition.chemicalCapDays': integer({
    label: label('化学品个人限量周期（天）', 'Period of the cap of chemicals (days)'),
    help: label(
      '物料主数据的“个人限量”是一个领料人在几天内可申领的数量：含当天，已提交的领料单都计入，核销的部分退还限量。修改在下次提交或批准时生效',
      'Within how many days, today included, a requester may draw what the material master permits per person: every submitted requisition counts, what is written off is given back. A change counts from the next submission or approval',
    ),
    level: 'company',
    isControl: true,
    minimum: 1,
    maximum: 366,
    default: 30,
  }),
  'handover.signature': choice({
    label: label('交接签名', 'Signature at a hand-over'),
    help: label(
      '出库、紧急出库、配送签收、直送签收、供应商取货、资料移交等交接时，接收人是否必须在屏幕上签名。紧急出库的货物先于单据离库，签名是其唯一凭据，因此默认必须。必须签名时，没有签名的交接被拒绝，多张单据须逐张签名',
      'Whether who takes something over must sign on the screen: at an issue, an emergency issue, a delivery, a direct delivery, the pickup of rejects, a handover of documents. Goods of an emergency leave before their paper, so that the signature is the only one, and is required by default. If required, a hand-over without a signature is refused, and several documents are signed for one by one',
    ),
    level: 'company',
    isControl: true,
    choices: {
      optional: label('可选', 'Optional'),
      emergency: label('紧急出库必须', 'Required at an emergency issue'),
      required: label('必须', 'Required'),
    },
    default: 'emergency',
  }),
  ...overdueParameters,
  ...classificationParameters,
  ...preservationParameters,
  ...expiryParameters,
  ...supplementParameters,
  ...stockFirstParameters,
  ...countParameters,
  ...quotaParameters,
  'performance.storageDays': integer({
    label: label('入库审核时限（工作日）', 'Time to review a receipt (working days)'),
    help: label(
      '到货确认后多少个工作日内应完成收货审核，用于入库及时率一',
      'Within how many working days after the arrival a receipt should be reviewed; used by timely storage rate one',
    ),
    level: 'company',
    isControl: false,
    minimum: 1,
    maximum: 60,
    default: 3,
  }),
  'attachment.sizeMaxMb': integer({
    label: label('附件大小上限（MB）', 'Largest attachment (MB)'),
    help: label('单个附件允许的最大容量', 'Largest size of one attached file'),
    level: 'system',
    isControl: false,
    minimum: 1,
    maximum: 50,
    default: 20,
  }),
  'export.rowsMax': integer({
    label: label('导出行数上限', 'Most rows of an export'),
    help: label(
      '一次导出 Excel 的最大行数，超过时提示缩小筛选',
      'Most rows of one workbook; beyond it the filters have to be narrowed',
    ),
    level: 'system',
    isControl: false,
    minimum: 1000,
    maximum: 1_000_000,
    default: 200_000,
  }),
} as const satisfies Record<string, AnyParameter>

export type ParameterName = keyof typeof businessParameters

/** The value type of a parameter. */
export type ParameterValue<Name extends ParameterName> =
  (typeof businessParameters)[Name] extends ChoiceParameter<infer Code>
    ? Code
    : (typeof businessParameters)[Name] extends CodesParameter
      ? string
      : number

export function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(businessParameters, name)
}

/** Whether the declaration allows the value. */
export function isParameterValue(
  declaration: AnyParameter,
  value: unknown,
): value is string | number {
  if (declaration.kind === 'choice')
    return typeof value === 'string' && Object.hasOwn(declaration.choices, value)
  if (declaration.kind === 'codes')
    return (
      typeof value === 'string' &&
      /^(-|[0-9A-Z](,[0-9A-Z])*)$/.test(value) &&
      (declaration.areLengths !== true || areLengths(value))
    )
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= declaration.minimum &&
    value <= declaration.maximum
  )
}

const areLengths = (value: string): boolean => {
  const lengths = value.split(',').map(Number)
  return lengths.length <= 6 && lengths.every((one, at) => one > (lengths[at - 1] ?? 0))
}

/** A value that was set; the list of entries is the history. */
export interface ParameterEntry {
  id: string
  /** '' for all companies. */
  companyCode: string
  /** '' for all plants of the company. */
  plant: string
  /** '' for all goods of the plant. */
  materialGroup: string
  /** null removes the value: from that day on the value of the next higher level applies. */
  value: string | number | null
  /** yyyy-MM-dd */
  validFrom: string
  remark: string
  changedAt: string
  changedByName: string
  /** Effective today at its own level. */
  isCurrent: boolean
}

/** The response of GET /api/settings/business for each parameter. */
export interface ParameterRow {
  name: ParameterName
  /** The number of entries; sent back with a change to detect concurrent changes. */
  version: number
  /** Newest first, within the person's scope. */
  entries: ParameterEntry[]
  /** Of a control: changes that wait for another person or for their day, within the person's scope. */
  changes: RuleChange[]
}

/** PUT /api/settings/business. */
export interface ParameterChange {
  name: ParameterName
  companyCode?: string
  plant?: string
  materialGroup?: string
  value: string | number | null
  validFrom: string
  /** Of a control: why; required. */
  remark?: string
  version: number
}
