import { carriedBatchFields, copiedOrder, orderFields } from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  flag,
  instant,
  kept,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { keptReason, reasonsOfWithdrawal } from '../document/declare/reason.ts'
import { carriedPieces } from '../document/declare/serial-numbers.ts'
import { defectClasses, defectClassLabel } from './inspection-order.ts'
import { itemOfOrder } from '../external-documents/items.ts'
import { lineOfArrival } from '../receiving/line-of-arrival.ts'

const rejectsBin = label('不合格品货位', 'Bin of rejects')

/**
 * Rejected goods 不合格品单: what an inspection rejected, one line per rejected line of the decision, with its batch and
 * serial numbers (domain.md 1.2). The decision makes it. The warehouse counts the goods and sets them aside; then returns
 * and concessions dispose of their quantity, all at once or in parts, and the record is closed when all of it is disposed
 * of. Until then the supplier may appeal. Pictures are its attachments.
 */
export const rejectedGoods = defineDocument({
  name: 'rejected-goods',
  area: 'acceptance',
  label: label('不合格品单', 'Rejected goods'),
  prefix: 'BH',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    reportNo: text(label('报告号', 'Report no.'), { by: 'source', width: 140 }),
    setAsideAt: instant(label('隔离时间', 'Set aside at'), { by: 'server', width: 150 }),
  },
  lines: {
    ...orderFields,
    batch: carriedBatchFields.batch,
    ...carriedPieces,
    defectClass: choice(defectClassLabel, defectClasses, { by: 'source', width: 110 }),
    characteristics: text(label('检验项目与实测', 'Characteristics and findings'), {
      by: 'source',
      width: 220,
    }),
    bin: reference(label('到货货位', 'Receiving bin'), 'bin', { by: 'source', width: 120 }),
    rejectsBin: reference(rejectsBin, 'bin', { by: 'server', width: 120 }),
    // A receipt took them into blocked stock, instead of the confirmation setting them aside.
    isReceived: flag(label('已收入冻结库存', 'In blocked stock'), { by: 'server', width: 90 }),
  },
  relabel: {
    docNo: label('不合格品单号', 'Rejected goods'),
    quantity: label('不合格数量', 'Rejected'),
    doneQuantity: label('已处理数量', 'Disposed of'),
    heldQuantity: label('处理中数量', 'Being disposed of'),
    openQuantity: label('未处理数量', 'Open'),
    sourceNo: label('质检单', 'Inspection order'),
    createdByName: label('检验人', 'Inspected by'),
    createdAt: label('判定时间', 'Rejected at'),
  },
  states: {
    recorded: state(label('待确认', 'To be confirmed'), 'waiting'),
    /**
     * The supplier says that his goods were rejected wrongly; nobody disposes of them before the answer.
     */
    appealed: state(label('供应商申诉', 'Appealed'), 'waiting'),
    confirmed: state(label('待处理', 'To be disposed of'), 'active'),
    /** Some of the rejected goods are returned or conceded, the others wait. */
    partlyHandled: state(label('部分处理', 'Partly disposed of'), 'partial'),
    closed: state(label('已关闭', 'Closed'), 'done'),
    withdrawn: state(label('已撤回', 'Withdrawn'), 'undone'),
  },
  initial: 'recorded',
  editable: [],
  progressStates: { none: 'confirmed', partial: 'partlyHandled', all: 'closed' },
  source: {
    document: 'inspection-order',
    states: ['partlyQualified', 'unqualified', 'qualified'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation', 'reportNo'],
    lines: [...copiedGoods, ...copiedOrder, 'batch', 'bin', 'defectClass', 'characteristics'],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    // Who rejected the goods does not also say that they are there.
    confirm: {
      label: label('确认不合格品', 'Confirm'),
      from: ['recorded'],
      to: 'confirmed',
      notBy: ['create'],
      isPreviewed: true,
      input: {
        remark: kept('confirmRemark', text(label('实物说明', 'Remark'), { lengthMax: 200 })),
      },
      lineInput: {
        countedQuantity: quantity(label('实点数量', 'Counted'), { required: true }),
        rejectsBin: reference(rejectsBin, 'bin', { required: true, width: 130 }),
      },
      lineDefaults: { countedQuantity: 'quantity' },
    },
    withdrawConfirmation: {
      label: label('撤销确认', 'Withdraw confirmation'),
      from: ['confirmed', 'appealed'],
      to: null,
      isPreviewed: true,
      isDangerous: true,
      isUndo: true,
      input: keptReason(
        'withdrawalReason',
        label('撤销原因', 'Reason of withdrawal'),
        reasonsOfWithdrawal,
      ),
    },
    appeal: {
      label: label('申诉', 'Appeal'),
      from: ['recorded', 'confirmed'],
      to: 'appealed',
      isDangerous: true,
      isOptional: true,
      input: {
        appeal: kept(
          'appeal',
          text(label('申诉理由', 'Appeal'), { required: true, lengthMax: 400 }),
        ),
      },
    },
    upholdDecision: {
      label: label('维持结论', 'Uphold the decision'),
      from: ['appealed'],
      to: null,
      notBy: ['appeal'],
      input: {
        answer: kept(
          'appealAnswer',
          text(label('申诉答复', 'Answer to the appeal'), { required: true, lengthMax: 200 }),
        ),
      },
    },
    // Withdraws the decision, which is taken by one person and withdrawn by another.
    reinspect: {
      label: label('同意复检', 'Inspect again'),
      from: ['appealed'],
      to: 'withdrawn',
      notBy: ['create', 'appeal'],
      isDangerous: true,
      input: {
        answer: kept(
          'appealAnswer',
          text(label('申诉答复', 'Answer to the appeal'), { required: true, lengthMax: 200 }),
        ),
      },
    },
    withdraw: {
      label: label('随结论撤回', 'Withdraw with the decision'),
      from: ['recorded', 'appealed'],
      to: 'withdrawn',
      isSystem: true,
    },
  },
  history: [
    {
      items: [itemOfOrder, lineOfArrival],
      event: 'setApart',
      book: 'stock',
      quantity: 'quantity',
      except: ['withdrawn'],
      at: { field: 'setAsideAt' },
      where: { isReceived: false },
      posts: false,
    },
    {
      items: [itemOfOrder, lineOfArrival],
      event: 'blocked',
      book: 'stock',
      quantity: 'quantity',
      except: ['withdrawn'],
      at: { field: 'setAsideAt' },
      where: { isReceived: true },
      posts: false,
    },
  ],
  refusals: [
    'rejects-count-differs',
    'rejects-received',
    'rejects-not-in-bin',
    'rejects-set-aside',
    'rejects-not-set-aside',
    'bin-same',
  ],
  pages: {
    '/receive/unqualifiedConfirm': {
      kind: 'step',
      states: ['recorded', 'confirmed', 'appealed'],
      actions: ['confirm', 'withdrawConfirmation'],
      filters: ['docNo', 'state', 'supplierNo', 'storageLocation', 'createdAt'],
    },
    '/preQualityInspectionNotice/preUnqualifiedProductsHandle': {
      kind: 'maintain',
      edits: false,
      states: ['recorded', 'appealed', 'confirmed', 'partlyHandled'],
      filters: ['docNo', 'state', 'supplierNo', 'storageLocation', 'createdAt'],
    },
    '/preQualityInspectionNotice/preQualityInspectionOrders': {
      kind: 'maintain',
      edits: false,
      states: ['appealed'],
      actions: ['upholdDecision', 'reinspect'],
      filters: ['docNo', 'supplierNo', 'storageLocation', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'appeal',
        'reportNo',
        'setAsideAt',
        'createdByName',
        'createdAt',
        'plant',
        'storageLocation',
      ],
    },
    '/deliverManager/supplierMaintain': {
      kind: 'maintain',
      edits: false,
      states: ['recorded', 'appealed', 'confirmed', 'partlyHandled'],
      actions: ['appeal'],
      filters: ['docNo', 'state', 'createdAt', 'plant'],
      columns: ['docNo', 'state', 'reportNo', 'appeal', 'appealAnswer', 'createdAt', 'plant'],
    },
    // For a supplier without an account of his own.
    '/deliverManager/buyerMaintain': {
      kind: 'maintain',
      edits: false,
      states: ['recorded', 'appealed', 'confirmed', 'partlyHandled'],
      actions: ['appeal'],
      filters: ['docNo', 'state', 'supplierNo', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'reportNo',
        'appeal',
        'appealAnswer',
        'createdAt',
        'plant',
      ],
    },
    '/preQualityInspectionNotice/preUnqualifiedProductsQuery': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'supplierNo', 'materialNo', 'defectClass', 'createdAt'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'progress',
        'supplierNo',
        'materialNo',
        'description',
        'quantity',
        'doneQuantity',
        'heldQuantity',
        'openQuantity',
        'unit',
        'batch',
        'serialNumbers',
        'defectClass',
        'characteristics',
        'rejectsBin',
        'setAsideAt',
        'appeal',
        'appealAnswer',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'sourceNo',
        'reportNo',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
    },
  },
})
