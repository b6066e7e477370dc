import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, date, integer, kept, quantity, text } from '../document/declare/field.ts'
import { goodsInBin, placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { cancelAction, cancelledState } from '../document/declare/submission-lifecycle.ts'
import { specialStocks } from '../document/declare/stock-words.ts'
import { preservationKinds } from '../masters/preservation-kind.ts'

const { none: _none, ...kinds } = preservationKinds

const results = {
  fit: label('完好', 'Fit'),
  treated: label('已处理，完好', 'Treated and fit'),
} as const

/** What identifies the goods in front of whoever does it: their bin, or the goods themselves. */
const scannedCode = kept(
  'scannedCode',
  text(label('扫描货位或物料', 'Scan the bin or the goods'), { required: true, lengthMax: 60 }),
)
const finding = (required: boolean) =>
  kept(
    'finding',
    text(label('办理情况', 'What was found'), {
      required,
      lengthMax: 400,
      multiline: true,
      suggestions: [
        label('已盘车 2 圈半，转动灵活', 'Shaft turned two and a half times, runs freely'),
        label('已清洁并重新涂防锈脂', 'Cleaned and greased again'),
        label('氮气压力正常', 'Nitrogen pressure in order'),
        label('橡胶件龟裂、变硬', 'Elastomers cracked or hardened'),
        label('表面锈蚀', 'Surface corroded'),
      ],
    }),
  )
const carriedOutBy = kept(
  'carriedOutBy',
  text(label('办理人', 'Done by'), { required: true, lengthMax: 30, isRemembered: true }),
)

/**
 * Preservation task 保养任务单: what is to be done to one row of the stock so that it stays fit for use, by a day (domain.md
 * section 3, no. 10). A job makes it when the interval of the material, or of its class, is nearly over, and ends it when the
 * goods are gone; a person makes one when something has happened. It is done where the goods lie: the bin or the goods are
 * scanned. Goods that are not fit are frozen in the same act. The ERP sees nothing of it but the freeze. SAP:
 * preservation task.
 */
export const preservationTask = defineDocument({
  name: 'preservation-task',
  area: 'preservation',
  label: label('保养任务单', 'Preservation task'),
  prefix: 'BY',
  // Each row of the stock is done, or found unfit, by itself.
  linesMax: 1,
  header: {
    ...placeFields,
    preservationKind: choice(label('保养方式', 'Preservation'), kinds, {
      required: true,
      width: 130,
    }),
    dueDate: date(label('应办日期', 'Due on'), { required: true, isNotPast: true, width: 110 }),
    intervalDays: integer(label('保养周期（天）', 'Interval (days)'), { by: 'server', width: 110 }),
    lastDoneOn: date(label('上次保养', 'Last done on'), { by: 'server', width: 110 }),
    doneOn: date(label('办理日期', 'Done on'), { by: 'server', width: 110 }),
    freezeNo: text(label('冻结单号', 'Freeze order'), { by: 'server', width: 140 }),
  },
  lines: {
    materialNo: goodsInBin.materialNo,
    quantity: quantity(label('库存数量', 'Quantity in stock'), {
      by: 'server',
      required: true,
      width: 100,
    }),
    bin: goodsInBin.bin,
    batch: goodsInBin.batch,
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 90 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      lengthMax: 24,
      width: 120,
    }),
  },
  relabel: { docNo: label('保养任务号', 'Preservation task') },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    /** To be done by its day. */
    due: state(label('待保养', 'To be done'), 'waiting'),
    /** Done where the goods lie, and found fit. */
    done: state(label('已保养', 'Done'), 'done'),
    /** The goods were found unfit and are frozen by a freeze order. */
    unfit: state(label('不合格，已冻结', 'Unfit, frozen'), 'failed'),
    ...cancelledState,
    /** Nothing of what a preservation task is about lies in its bin any more. */
    lapsed: state(label('货物已离库', 'Goods gone'), 'cancelled'),
  },
  initial: 'draft',
  editable: ['draft'],
  due: { by: 'dueDate', states: ['due'], escalatesTo: 'cancel' },
  stockLines: {
    query: 'stock',
    where: { place: 'stock', book: 'ERP', stockCategory: 'UU' },
    header: ['companyCode', 'plant', 'storageLocation'],
    lines: [...copiedGoods, 'bin', 'batch', 'specialStock', 'specialStockReference'],
    isOncePerStock: true,
  },
  actions: {
    plan: { label: label('下达', 'Release'), from: ['draft'], to: 'due' },
    carryOut: {
      label: label('完成保养', 'Done'),
      from: ['due'],
      to: 'done',
      handsOver: { signer: 'carriedOutBy' },
      input: {
        scannedCode,
        result: kept(
          'result',
          choice(label('结果', 'Result'), results, { required: true, usual: 'fit' }),
        ),
        finding: finding(false),
        carriedOutBy,
      },
    },
    reportUnfit: {
      label: label('报不合格', 'Report unfit'),
      from: ['due'],
      to: 'unfit',
      isDangerous: true,
      isOptional: true,
      isPreviewed: true,
      handsOver: { signer: 'carriedOutBy' },
      input: { scannedCode, finding: finding(true), carriedOutBy },
      lineInput: {
        unfitQuantity: quantity(label('不合格数量', 'Unfit quantity'), {
          required: true,
          width: 110,
        }),
      },
      lineDefaults: { unfitQuantity: 'quantity' },
      lineLimits: { unfitQuantity: 'quantity' },
      aloneBecause: label(
        '不合格货物须立即冻结：货物留在原处，解冻另由他人判定，过账由他人复核',
        'Goods that are not fit are frozen at once: they stay where they are, somebody else releases them, and somebody else posts it',
      ),
    },
    cancel: {
      ...cancelAction({
        from: ['due'],
        reasons: [
          label('本周期已在检修中完成', 'Done during maintenance'),
          label('物料不需要保养', 'The material needs none'),
        ],
        functionCode: 'BYQX',
      }),
      isOptional: true,
    },
    // What it is about is not in its bin any more.
    lapse: {
      label: label('货物已离库', 'Goods gone'),
      from: ['due'],
      to: 'lapsed',
      isSystem: true,
    },
  },
  refusals: ['preservation-scan-differs', 'preservation-stands'],
  pages: {
    '/materialPropertyManage/preservationCreate': {
      kind: 'create',
      isOptional: true,
      actionAfterCreate: 'plan',
      sourceFilters: ['materialNo', 'plant', 'storageLocation', 'bin', 'batch', 'materialGroup'],
    },
    '/materialPropertyManage/preservationTask': {
      kind: 'maintain',
      level: 'line',
      states: ['draft', 'due'],
      actions: ['plan', 'carryOut', 'reportUnfit', 'cancel'],
      scans: 'bin',
      filters: ['dueDate', 'preservationKind', 'storageLocation', 'bin', 'materialNo', 'docNo'],
      columns: [
        'docNo',
        'state',
        'dueDate',
        'preservationKind',
        'bin',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'batch',
        'lastDoneOn',
        'intervalDays',
        'plant',
        'storageLocation',
      ],
    },
    '/materialPropertyManage/preservationSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'preservationKind', 'materialNo', 'bin', 'dueDate'],
      columns: [
        'docNo',
        'state',
        'materialNo',
        'description',
        'bin',
        'batch',
        'preservationKind',
        'dueDate',
        'doneOn',
        'result',
        'finding',
        'carriedOutBy',
        'freezeNo',
        'quantity',
        'unit',
        'scannedCode',
        'lastDoneOn',
        'intervalDays',
        'cancelReason',
        'plant',
        'storageLocation',
        'createdAt',
      ],
    },
  },
})
