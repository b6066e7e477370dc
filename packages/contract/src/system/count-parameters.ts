import { label } from '../document/declare/label.ts'
import type { ChoiceParameter, IntegerParameter } from './parameter-kinds.ts'

// Counting by ABC class: how often stock is counted, and beyond which difference another person counts it again.

/** The classes of the material master; `Other`: materials without one. */
export const countClasses = {
  A: label('A 类', 'class A'),
  B: label('B 类', 'class B'),
  C: label('C 类', 'class C'),
  Other: label('未分类', 'unclassified goods'),
} as const

export type CountClass = keyof typeof countClasses

/** The values that mean "no limit". */
export const toleranceQuantityMax = 100
export const toleranceAmountMax = 100_000_000

function quantityTolerance(of: CountClass, percent: number): IntegerParameter {
  const { zh, en } = countClasses[of]
  return {
    kind: 'integer',
    label: label(`盘点允许差异（${zh}，数量 %）`, `Tolerance of counts in quantity, ${en} (%)`),
    help: label(
      '差异数量超过盘时账面的百分之几时，须由另一人复盘后才能说明差异；0 为任何差异都须复盘，100 为不按数量要求复盘。已录入的盘点不受修改影响',
      'A difference above this share of the book quantity at the time of the count must be counted again by another person before it is explained; 0 asks for a recount of every difference, 100 of none by quantity. Counts already entered are not affected by a change',
    ),
    level: 'company',
    isControl: true,
    minimum: 0,
    maximum: toleranceQuantityMax,
    default: percent,
  }
}

function amountTolerance(of: CountClass, amount: number): IntegerParameter {
  const { zh, en } = countClasses[of]
  return {
    kind: 'integer',
    label: label(`盘点允许差异（${zh}，金额 元）`, `Tolerance of counts in amount, ${en} (yuan)`),
    help: label(
      '差异金额超过多少元时，须由另一人复盘；金额未知的按超过处理；100000000 为不按金额要求复盘。已录入的盘点不受修改影响',
      'A difference worth more than this must be counted again by another person; an unknown amount counts as more; 100000000 asks for none by amount. Counts already entered are not affected by a change',
    ),
    level: 'company',
    isControl: true,
    minimum: 0,
    maximum: toleranceAmountMax,
    default: amount,
  }
}

function cycleDays(of: CountClass, days: number): IntegerParameter {
  const { zh, en } = countClasses[of]
  return {
    kind: 'integer',
    label: label(`循环盘点间隔（${zh}，天）`, `Days between cycle counts, ${en}`),
    help: label(
      '循环盘点时，上次盘点后超过多少天的库存列为应盘；从未盘点的一律应盘',
      'Stock whose last count is longer ago than this is due for a cycle count; stock never counted is always due',
    ),
    level: 'company',
    isControl: false,
    minimum: 1,
    maximum: 3650,
    default: days,
  }
}

const pictureAmount: IntegerParameter = {
  kind: 'integer',
  label: label('盘点差异须附照片的金额（元）', 'Count differences that need a picture (yuan)'),
  help: label(
    '一行的差异金额超过多少元时，须先上传现场照片才能提交审核；金额未知的按超过处理；100000000 为一律不要求',
    'A difference worth more than this is submitted for review only with a picture of the place attached; an unknown amount counts as more; 100000000 asks for none',
  ),
  level: 'company',
  isControl: true,
  minimum: 0,
  maximum: toleranceAmountMax,
  default: toleranceAmountMax,
}

const countPicture: ChoiceParameter<'amount' | 'tolerance'> = {
  kind: 'choice',
  label: label('盘点差异须附照片的范围', 'Which count differences need a picture'),
  help: label(
    '按金额：差异金额超过“盘点差异须附照片的金额”的须有现场照片；按分类：此外，差异金额超过其 ABC 分类允许差异（金额）的也须有。金额未知的按超过处理',
    'By amount: differences worth more than "Count differences that need a picture"; by class: besides these, those worth more than the tolerance in amount of their ABC class. An unknown amount counts as more',
  ),
  level: 'company',
  isControl: true,
  choices: {
    amount: label('按金额', 'By amount'),
    tolerance: label('按分类', 'By class'),
  },
  default: 'amount',
}

const adjustmentLimit: IntegerParameter = {
  kind: 'integer',
  label: label(
    '库存调整、丢失及报废主任审批限额（元）',
    'Limit of stock adjustments, losses and scrapping for the director',
  ),
  help: label(
    '库存调整差异金额绝对值、转储丢失金额或不合格品报废金额（含近期同库存地点同物料的同类单据）超过该限额时，除班长审核（报废为质检批准）外还须主任审批；金额未知的一律须主任审批；0 为不论金额一律审批。可按工厂、物料组另设限额，单据取其各行中最低的。已提交的单据不受修改影响',
    'If the absolute differences of a stock adjustment, or what a transfer has lost or rejects to be scrapped are worth, with documents of this type about the same materials in the storage location lately, exceed this amount, the director approves it after the shift leader; an unknown amount is always approved by the director; 0 means every amount. Plants and material groups may have limits of their own: the lowest of its lines applies to a document. Documents already submitted are not affected by a change',
  ),
  level: 'material-group',
  isControl: true,
  minimum: 0,
  maximum: toleranceAmountMax,
  default: 5000,
}

const adjustmentDays: IntegerParameter = {
  kind: 'integer',
  label: label(
    '库存调整及转储丢失累计天数',
    'Days over which stock adjustments and losses are added',
  ),
  help: label(
    '计算主任审批限额时，同一库存地点同一物料在多少天内的同类单据一并计入，防止拆分；0 为只看本单',
    'For the limit of the director, documents of the same type about the same material in the storage location within so many days are added, so that none is divided; 0 counts the document alone',
  ),
  level: 'company',
  isControl: true,
  minimum: 0,
  maximum: 365,
  default: 30,
}

const adjustmentPicture: ChoiceParameter<'required' | 'optional'> = {
  kind: 'choice',
  label: label('库存调整现场照片', 'Picture with a stock adjustment'),
  help: label(
    '须主任审批的库存调整（超过限额、金额未知或一律审批）提交前是否必须上传现场照片；不超过限额的不要求。盘点差异另按“盘点差异须附照片的金额”',
    'Whether a stock adjustment that the director approves (above the limit, of unknown amount, or always) is submitted only with a picture of the place attached; others need none. Differences of counts follow "Count differences that need a picture"',
  ),
  level: 'company',
  isControl: true,
  choices: {
    required: label('必须', 'Required'),
    optional: label('可选', 'Optional'),
  },
  default: 'required',
}

/** The parameters, by name. */
export const countParameters = {
  'adjustment.directorLimit': adjustmentLimit,
  'adjustment.cumulatedDays': adjustmentDays,
  'adjustment.picture': adjustmentPicture,
  'stocktake.toleranceQuantityA': quantityTolerance('A', 0),
  'stocktake.toleranceQuantityB': quantityTolerance('B', 1),
  'stocktake.toleranceQuantityC': quantityTolerance('C', 5),
  // Goods that nobody has classified are counted again where somebody asks for it.
  'stocktake.toleranceQuantityOther': quantityTolerance('Other', toleranceQuantityMax),
  'stocktake.toleranceAmountA': amountTolerance('A', 0),
  'stocktake.toleranceAmountB': amountTolerance('B', 500),
  'stocktake.toleranceAmountC': amountTolerance('C', 2000),
  'stocktake.toleranceAmountOther': amountTolerance('Other', toleranceAmountMax),
  'stocktake.picture': countPicture,
  'stocktake.pictureAmount': pictureAmount,
  'stocktake.cycleDaysA': cycleDays('A', 30),
  'stocktake.cycleDaysB': cycleDays('B', 90),
  'stocktake.cycleDaysC': cycleDays('C', 180),
  'stocktake.cycleDaysOther': cycleDays('Other', 365),
} as const
