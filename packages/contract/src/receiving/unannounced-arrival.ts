import {
  batchFields,
  copiedOrder,
  orderFields,
  receivedValuationType,
  supplierReference,
} from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  flag,
  instant,
  integer,
  kept,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { storageLocationIfEmpty, weighedGoods } from '../document/declare/goods-place.ts'
import { inParts } from '../document/declare/in-parts.ts'
import { label } from '../document/declare/label.ts'
import { keptReason, reasonInput } from '../document/declare/reason.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { visualChecks } from './arrival.ts'

// Goods that arrive before their papers (补单, domain.md 0.4 and 1.2): without a purchase order, or without a delivery note.

const causes = [
  label('供应商未建送货单', 'The supplier has announced nothing'),
  label('紧急采购，订单未下达', 'Bought in an emergency, not ordered yet'),
  label('供应商系统故障', 'System of the supplier down'),
] as const

const reasonsOfReturn = [
  label('采购员确认未订购', 'The buyer has not ordered them'),
  label('供应商送错', 'Delivered to the wrong place'),
  label('登记有误', 'Entered wrongly'),
] as const

const reasonsOfWithdrawnSupplement = [
  label('订单行选错', 'Wrong order item'),
  label('补单数量有误', 'Wrong quantity'),
  label('订单已取消', 'The order was cancelled'),
] as const

/** What has its paper, in parts. */
export const supplementParts = inParts({
  open: ['awaitingQuantity', label('待补单数量', 'Awaiting papers')],
  done: ['supplementedQuantity', label('已补单数量', 'Papered')],
  given: ['quantitySupplemented', label('本次补单数量', 'Papered now')],
  states: { none: 'awaiting', part: 'partlySupplemented', all: 'supplemented' },
})

const worked = {
  kind: 'maintain',
  creates: true,
  actionAfterCreate: 'receive',
  states: ['draft', 'awaiting', 'partlySupplemented'],
  actions: ['receive', 'supplement', 'markImported', 'withdrawSupplement', 'takeBack'],
} as const

/**
 * Arrival without papers 无单到货单: goods that are there, but without a purchase order or without a delivery note. They lie
 * in the receiving bin outside the books of the ERP, blocked: nobody may issue them. Their paper makes the delivery note and
 * the arrival record, from which they are inspected, received and posted like announced goods.
 */
export const unannouncedArrival = defineDocument({
  name: 'unannounced-arrival',
  area: 'receiving',
  label: label('无单到货单', 'Arrival without papers'),
  prefix: 'WD',
  header: {
    missingPaper: choice(
      label('所缺单据', 'Missing paper'),
      {
        note: label('送货单', 'Delivery note'),
        order: label('采购订单', 'Purchase order'),
      },
      { by: 'server', width: 100 },
    ),
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', {
      by: 'source',
      required: true,
      width: 180,
    }),
    ...storageLocationIfEmpty,
    cause: text(label('无单原因', 'Why without papers'), {
      required: true,
      lengthMax: 200,
      suggestions: causes,
      width: 180,
    }),
    ...supplierReference,
    // They arrive when customs has released them, so they are not papered here.
    isImported: flag(label('进口货物', 'Imported goods'), { width: 80 }),
    visualCheck: choice(label('外观检查', 'Visual check'), visualChecks, {
      required: true,
      usual: 'intact',
      width: 100,
    }),
    countedPackages: integer(label('清点件数', 'Packages counted'), { minimum: '0', width: 90 }),
    unloadingPoint: text(label('卸货地点', 'Unloading point'), {
      lengthMax: 40,
      isRemembered: true,
      width: 120,
    }),
    plateNo: text(label('车牌', 'Plate no.'), { lengthMax: 20, width: 100 }),
    driver: text(label('司机', 'Driver'), { lengthMax: 40, isSigner: true, width: 90 }),
    signedOffBy: text(label('签收人', 'Signed off by'), {
      lengthMax: 40,
      isSigner: true,
      isRemembered: true,
      width: 100,
    }),
    arrivedAt: instant(label('到货时间', 'Arrived at'), { by: 'server', width: 150 }),
    supplementDueDate: date(label('补单期限', 'Papers due'), { by: 'server', width: 110 }),
    // The latest ones; the lists of both documents have all of them.
    noteNo: text(label('补的送货单', 'Delivery note made'), { by: 'server', width: 150 }),
    arrivalNo: text(label('补的到货单', 'Arrival record made'), { by: 'server', width: 150 }),
  },
  lines: {
    ...orderFields,
    // The open item that fitted these goods when they came, proposed for their paper; later the one they have.
    matchedOrderNo: text(label('匹配订单', 'Matching order'), { by: 'server', width: 120 }),
    matchedOrderLine: integer(label('匹配订单行', 'Its item'), { by: 'server', width: 80 }),
    ...weighedGoods,
    ...receivedValuationType,
    ...batchFields,
    ...numberedPieces,
    caseNo: text(label('箱号', 'Case no.'), { lengthMax: 40, width: 100 }),
    bin: reference(label('到货货位', 'Receiving bin'), 'bin', {
      required: true,
      isRemembered: true,
      width: 120,
    }),
    ...supplementParts.lines,
    sentBackQuantity: quantity(label('已退回数量', 'Sent back'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
  },
  relabel: {
    docNo: label('无单到货单号', 'Arrival without papers'),
    quantity: label('到货数量', 'Arrived quantity'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    awaiting: state(label('待补单', 'Awaiting papers'), 'late'),
    partlySupplemented: state(label('部分补单', 'Partly papered'), 'partial'),
    supplemented: state(label('已补单', 'Papered'), 'done'),
    takenBack: state(label('已退回供应商', 'Sent back'), 'undone'),
  },
  initial: 'draft',
  editable: ['draft'],
  due: {
    by: 'supplementDueDate',
    states: ['awaiting', 'partlySupplemented'],
    escalatesTo: 'takeBack',
    holdsMonth: { quantity: 'awaitingQuantity' },
  },
  source: {
    document: 'purchase-order',
    states: ['synced'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [...copiedGoods, ...copiedOrder, 'valuationType'],
  },
  actions: {
    receive: {
      label: label('登记到货', 'Register arrival'),
      from: ['draft'],
      to: 'awaiting',
      // The buyer names the order on the same page.
      functionCode: 'WDDDJ',
      isPreviewed: true,
      aloneBecause: label(
        '货物只登记在账外、收货冻结，谁也不能领用；由另一人补订单和送货单后，才到货、收货、过账',
        'The goods lie outside the books and blocked, so that nobody can issue them; they arrive, are received and posted only when somebody else has named their order and note',
      ),
    },
    // Who took the goods in does not also say which order they are of.
    supplement: {
      label: label('补单', 'Add the papers'),
      ...supplementParts.enter,
      notBy: ['create', 'receive'],
      input: {
        // Invoice verification finds the receipt by it.
        reference: kept(
          'reference',
          text(supplierReference.reference.label, {
            code: 'capitals',
            required: true,
            lengthMax: 16,
          }),
        ),
        packingListNo: kept(
          'packingListNo',
          text(label('装箱单号', 'Packing list no.'), { lengthMax: 40 }),
        ),
      },
      lineInput: {
        ...supplementParts.enter.lineInput,
        // Left empty: the open item that fits best now, which may be younger than the goods.
        purchaseOrderNo: text(orderFields.purchaseOrderNo.label, {
          code: 'alpha',
          lengthMax: 10,
          width: 130,
        }),
        purchaseOrderLine: integer(orderFields.purchaseOrderLine.label, {
          minimum: '1',
          width: 80,
        }),
      },
      lineDefaults: {
        ...supplementParts.enter.lineDefaults,
        purchaseOrderNo: 'matchedOrderNo',
        purchaseOrderLine: 'matchedOrderLine',
      },
    },
    // Where nobody at the gate knew. It is not taken back: goods marked wrongly go back and are registered again.
    markImported: {
      label: label('标记进口', 'Mark as imported'),
      from: ['awaiting', 'partlySupplemented'],
      to: null,
      isOptional: true,
      isDangerous: true,
    },
    // Takes back the arrival record and the delivery note that the latest paper made; its goods wait for their paper again.
    withdrawSupplement: {
      label: label('撤销补单', 'Withdraw the papers'),
      from: ['partlySupplemented', 'supplemented'],
      to: null,
      isPreviewed: true,
      isDangerous: true,
      isUndo: true,
      input: reasonInput(label('撤销原因', 'Reason'), reasonsOfWithdrawnSupplement),
    },
    // What is not papered goes back; if that is a part only, the document is one whose goods all have their papers.
    takeBack: {
      label: label('退回供应商', 'Send back'),
      from: ['awaiting', 'partlySupplemented'],
      to: 'takenBack',
      functionCode: 'WDDTH',
      isPreviewed: true,
      isDangerous: true,
      isUndo: true,
      input: keptReason('takeBackReason', label('退回原因', 'Reason'), reasonsOfReturn),
    },
  },
  refusals: [
    'expiry-required',
    'expiry-before-production',
    'production-in-future',
    'batch-expired',
    'remaining-life-short',
    'batch-data-differs',
    'batch-data-mixed',
    'order-item-unknown',
    'order-item-none',
    'order-item-differs',
    'order-deleted',
    'order-blocked',
    'order-not-received',
    'order-completed',
    'problem-open',
    'contract-expired',
    'supplement-imported',
    'supplement-awaits-customs',
    'supplement-order-taken',
    'papers-overdue',
    'quantity-exceeds-tolerance',
    'quantity-exceeds-open',
    'successor-stands',
  ],
  pages: {
    // The order is known: its items are chosen, and the delivery note is what is missing.
    '/deliverManager/deliverySupplement': {
      ...worked,
      where: { missingPaper: 'note' },
      filters: ['docNo', 'state', 'supplierNo', 'supplementDueDate', 'storageLocation'],
      columns: [
        'docNo',
        'state',
        'supplementDueDate',
        'supplierNo',
        'cause',
        'isImported',
        'noteNo',
        'arrivalNo',
        'arrivedAt',
        'plateNo',
        'plant',
        'storageLocation',
        'createdByName',
      ],
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'deliveryDate', 'storageLocation'],
    },
    // Nothing is known but the supplier: place and goods are entered.
    '/receive/queryReceiveManagerToSupplement': {
      ...worked,
      where: { missingPaper: 'order' },
      source: null,
      filters: ['docNo', 'state', 'supplierNo', 'supplementDueDate', 'storageLocation'],
      columns: [
        'docNo',
        'state',
        'supplementDueDate',
        'supplierNo',
        'cause',
        'isImported',
        'noteNo',
        'arrivalNo',
        'arrivedAt',
        'plateNo',
        'plant',
        'storageLocation',
        'createdByName',
      ],
    },
    // The supplier hands in the delivery note of goods that came without one.
    '/deliverManager/supplierMaintain': {
      kind: 'maintain',
      edits: false,
      where: { missingPaper: 'note' },
      states: ['awaiting', 'partlySupplemented'],
      actions: ['supplement', 'markImported'],
      filters: ['docNo', 'state', 'supplementDueDate', 'plant'],
      columns: ['docNo', 'state', 'supplementDueDate', 'arrivedAt', 'plateNo', 'plant'],
    },
    // Goods of which the ERP knows nothing, with the days left for their papers.
    '/reportForms/receiptAwaitingSupplement': {
      kind: 'query',
      level: 'line',
      states: ['awaiting', 'partlySupplemented'],
      filters: ['docNo', 'missingPaper', 'supplierNo', 'materialNo', 'supplementDueDate'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'supplementDueDate',
        'missingPaper',
        'supplierNo',
        'materialNo',
        'description',
        'quantity',
        'awaitingQuantity',
        'supplementedQuantity',
        'sentBackQuantity',
        'unit',
        'batch',
        'bin',
        'matchedOrderNo',
        'matchedOrderLine',
        'cause',
        'arrivedAt',
        'plant',
        'storageLocation',
        'createdByName',
      ],
    },
  },
})
