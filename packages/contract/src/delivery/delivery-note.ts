import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  decimal,
  flag,
  integer,
  kept,
  list,
  reference,
  text,
} from '../document/declare/field.ts'
import { optionalStorageLocation } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { reasonInput, reasonsOfWriteOff } from '../document/declare/reason.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'
import { specialStockFields } from '../external-documents/mirror.ts'
import {
  batchFields,
  copiedOrder,
  orderedValuationType,
  orderFields,
  supplierReference,
} from './goods-fields.ts'
import { itemOfOrder } from '../external-documents/items.ts'

/** The hours in which gates and docks work, in slots of two hours: an appointment is made for one of them. */
export const appointmentSlots = {
  '08:00-10:00': label('08:00-10:00', '08:00-10:00'),
  '10:00-12:00': label('10:00-12:00', '10:00-12:00'),
  '13:00-15:00': label('13:00-15:00', '13:00-15:00'),
  '15:00-17:00': label('15:00-17:00', '15:00-17:00'),
}

/** Where the goods go: to the warehouse, or straight to the unit that uses them (`receiving/direct-receipt.ts`). */
const deliveryModes = {
  warehouse: label('到库', 'To warehouse'),
  direct: label('直送', 'Direct to site'),
}
const reasonsOfOtherMode = [
  label('需检验，改送仓库', 'To be inspected, so to the warehouse'),
  label('现场不具备接收条件', 'The site cannot take them'),
  label('现场急用，改为直送', 'Needed at the site at once'),
] as const

const submission = submissionLifecycle({
  submit: label('提交', 'Submit'),
  submitted: label('待仓库确认', 'Awaiting confirmation'),
  withdraw: true,
  accept: {
    action: 'confirm',
    label: label('确认', 'Confirm'),
    state: 'confirmed',
    accepted: label('已确认', 'Confirmed'),
    isPreviewed: false,
  },
  refuse: {
    label: label('退回修改', 'Return for correction'),
    reason: label('退回原因', 'Reason of return'),
    keptAs: 'returnReason',
    notBy: [],
  },
})

/**
 * Delivery note 送货单 (ASN, domain.md 1.2): no effect on stock; after confirmation it can be written off but not edited.
 * SAP: ASN, inbound delivery.
 */
export const deliveryNote = defineDocument({
  name: 'delivery-note',
  area: 'delivery',
  label: label('送货单', 'Delivery note'),
  prefix: 'SH',
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ...optionalStorageLocation,
    ...supplierReference,
    consignor: reference(label('发货人', 'Consignor'), 'consignor', { width: 160 }),
    /** Who takes the goods in; the usual one of the plant is proposed. */
    receivingUnit: text(label('收货单位', 'Receiving unit'), {
      lengthMax: 60,
      offers: { master: 'receiving-unit', field: 'name' },
      width: 140,
    }),
    shipDate: date(label('发货日期', 'Ship date'), { width: 110 }),
    etaDate: date(label('预计到货日', 'Expected arrival'), {
      required: true,
      isNotPast: true,
      isRemembered: true,
      width: 110,
    }),
    deliveryMode: choice(label('送货方式', 'Delivery mode'), deliveryModes, {
      required: true,
      isRemembered: true,
      usual: 'warehouse',
      width: 90,
    }),
    // Its goods do not arrive before customs released them (`customs-clearance`).
    isImported: flag(label('进口货物', 'Imported goods'), { width: 80 }),
    appointmentSlot: choice(label('预约时段', 'Appointment slot'), appointmentSlots, {
      width: 130,
    }),
    carrier: text(label('承运商', 'Carrier'), { lengthMax: 60, isRemembered: true, width: 130 }),
    plateNo: text(label('车牌', 'Plate no.'), { lengthMax: 20, isRemembered: true, width: 100 }),
    driver: text(label('司机', 'Driver'), {
      lengthMax: 40,
      isSigner: true,
      isRemembered: true,
      width: 90,
    }),
    phone: text(label('联系电话', 'Phone'), { lengthMax: 20, isRemembered: true, width: 120 }),
    packingListNo: text(label('装箱单号', 'Packing list no.'), { lengthMax: 40, width: 120 }),
    packages: integer(label('箱数', 'Packages'), { minimum: '0', width: 70 }),
    grossWeight: decimal(label('毛重 kg', 'Gross weight kg'), {
      decimals: 3,
      minimum: '0',
      width: 100,
    }),
    /** What comes with the goods, as the supplier says; what is there is found when they are unpacked. */
    documentsEnclosed: list(label('资料清单', 'Documents enclosed'), { width: 180 }),
    // Its goods came before it, and it is their paper (`unannounced-arrival`).
    supplementOf: text(label('无单到货单', 'Arrival without papers'), { by: 'server', width: 150 }),
  },
  lines: {
    ...orderFields,
    deliveryDate: date(label('合同交期', 'Due date'), { by: 'source', width: 110 }),
    ...batchFields,
    ...numberedPieces,
    ...orderedValuationType,
    ...specialStockFields,
    caseNo: text(label('箱号', 'Case no.'), { lengthMax: 40, width: 100 }),
    supplementOfLine: integer(label('无单到货行', 'Line of it'), { by: 'server', width: 80 }),
  },
  relabel: {
    docNo: label('送货单号', 'Delivery note'),
    quantity: label('送货数量', 'Announced quantity'),
    doneQuantity: label('已到货数量', 'Arrived'),
  },
  states: {
    ...submission.states,
    /** Part of the announced quantity has arrived. SAP: partial delivery. */
    partlyArrived: state(label('部分到货', 'Partly arrived'), 'partial'),
    arrived: state(label('全部到货', 'Arrived'), 'done'),
    writtenOff: state(label('已核销', 'Written off'), 'undone'),
  },
  ...submission.entry,
  due: {
    by: 'etaDate',
    states: ['confirmed', 'partlyArrived'],
    before: ['submitted'],
    escalatesTo: 'writeOff',
  },
  progressStates: { none: 'confirmed', partial: 'partlyArrived', all: 'arrived' },
  source: {
    document: 'purchase-order',
    states: ['synced'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [
      ...copiedGoods,
      ...copiedOrder,
      'deliveryDate',
      'valuationType',
      'specialStock',
      'specialStockReference',
    ],
    checksOwnQuantity: true,
  },
  actions: {
    ...submission.actions,
    confirm: {
      ...submission.actions.confirm,
      input: {
        appointmentSlot: kept(
          'appointmentSlot',
          choice(label('预约时段', 'Appointment slot'), appointmentSlots, { required: true }),
        ),
        unloadingPoint: kept(
          'unloadingPoint',
          text(label('卸货地点', 'Unloading point'), { lengthMax: 40, isRemembered: true }),
        ),
      },
    },
    // The goods are there already: nothing is to be agreed with the warehouse.
    supplement: {
      label: label('补单', 'Add the papers'),
      from: ['draft'],
      to: 'confirmed',
      isSystem: true,
    },
    withdrawSupplement: {
      label: label('撤销补单', 'Withdraw the papers'),
      from: ['confirmed'],
      to: 'writtenOff',
      isSystem: true,
    },
    withdrawConfirmation: {
      label: label('撤销确认', 'Withdraw confirmation'),
      from: ['confirmed'],
      to: 'submitted',
      isDangerous: true,
      isUndo: true,
    },
    // The goods go elsewhere than announced, such as to the warehouse because they need inspection after all.
    changeMode: {
      label: label('变更送货方式', 'Change the delivery mode'),
      from: ['confirmed'],
      to: null,
      isOptional: true,
      input: {
        deliveryMode: kept(
          'deliveryMode',
          choice(label('送货方式', 'Delivery mode'), deliveryModes, { required: true }),
        ),
        ...reasonInput(label('变更原因', 'Reason'), reasonsOfOtherMode),
      },
    },
    writeOff: {
      label: label('核销', 'Write off'),
      from: ['confirmed', 'partlyArrived'],
      to: 'writtenOff',
      isDangerous: true,
      input: reasonInput(label('核销原因', 'Reason'), reasonsOfWriteOff),
    },
  },
  history: [
    {
      items: [itemOfOrder],
      event: 'announced',
      book: 'announced',
      quantity: 'quantity',
      less: ['closedQuantity'],
      except: ['draft', 'returned'],
      at: { act: 'submit' },
      posts: false,
    },
  ],
  refusals: [
    'quantity-exceeds-tolerance',
    'order-deleted',
    'order-blocked',
    'order-not-received',
    'order-consumed',
    'order-completed',
    'date-order',
    'successor-stands',
    'expiry-required',
    'expiry-before-production',
    'supplement-stands',
    'direct-inspection',
    'delivery-mode-same',
  ],
  pages: {
    '/deliverManager/supplierCreate': {
      kind: 'create',
      actionAfterCreate: 'submit',
      sourceFilters: ['docNo', 'materialNo', 'deliveryDate', 'plant'],
    },
    '/deliverManager/supplierMaintain': {
      kind: 'maintain',
      states: ['draft', 'returned', 'submitted'],
      actions: ['submit', 'withdraw'],
      filters: ['docNo', 'state', 'etaDate', 'plant'],
    },
    '/deliverManager/buyerCreate': {
      kind: 'create',
      actionAfterCreate: 'submit',
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'deliveryDate'],
    },
    '/deliverManager/buyerMaintain': {
      kind: 'maintain',
      states: ['draft', 'returned', 'submitted'],
      actions: ['submit', 'withdraw'],
      filters: ['docNo', 'supplierNo', 'state', 'etaDate'],
    },
    '/deliverManager/deliverAffirm': {
      kind: 'step',
      states: ['submitted', 'confirmed'],
      actions: ['confirm', 'refuse', 'withdrawConfirmation', 'changeMode'],
      filters: ['docNo', 'state', 'supplierNo', 'etaDate', 'plant', 'storageLocation'],
    },
    '/deliverManager/deliveryWriteOff': {
      kind: 'step',
      states: ['confirmed', 'partlyArrived'],
      actions: ['writeOff'],
      filters: ['docNo', 'supplierNo', 'etaDate', 'storageLocation'],
    },
    '/deliverManager/queryDelivery': {
      kind: 'query',
      filters: ['docNo', 'state', 'supplierNo', 'etaDate', 'plant', 'storageLocation'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'reference',
        'etaDate',
        'appointmentSlot',
        'plant',
        'storageLocation',
        'deliveryMode',
        'isImported',
        'carrier',
        'plateNo',
        'driver',
        'phone',
        'packages',
        'grossWeight',
        'createdByName',
        'createdAt',
      ],
    },
  },
})
