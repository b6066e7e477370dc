import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  flag,
  integer,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { storageLocationIfEmpty } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import {
  reasonInput,
  reasonsOfRefusedDemand,
  reasonsOfWriteOff,
} from '../document/declare/reason.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'
import {
  accountAssignment,
  reservationNo,
  reservedMovementType,
  salesOrderItem,
  specialStockFields,
} from '../external-documents/mirror.ts'
import { chemicalTransfer } from './chemical-transfer.ts'
import { dangerousGoods } from '../masters/dangerous-goods.ts'
import {
  itemOfReferringRequest,
  itemOfReservation,
  itemOfSalesOrder,
} from '../external-documents/items.ts'

// Requisition: a unit requests goods planned in its reservation, goods sold by a sales order, or urgently without either;
// or chemicals for its own storage location, which are transferred instead of consumed. On approval the goods are held
// (domain.md 1.3).

const submission = submissionLifecycle({
  withdraw: true,
  refuse: { reasons: reasonsOfRefusedDemand },
  functionCode: 'LLDSP',
})

/**
 * Requisition 领料单: a unit requests goods: from a reservation (planned), from a sales order (sales) or without either
 * (urgent); or chemicals for its own storage location (化学品转储), which are transferred (311) instead of consumed;
 * approval holds them. Of dangerous goods it has the permit of the work (作业许可证), from whichever page it is. SAP:
 * reservation follow-up.
 */
export const requisition = defineDocument({
  name: 'requisition',
  area: 'requisition',
  label: label('领料单', 'Requisition'),
  prefix: 'LL',
  header: {
    requisitionType: choice(
      label('领料类型', 'Requisition type'),
      {
        planned: label('需求计划', 'Planned'),
        urgent: label('紧急', 'Urgent'),
        sales: label('销售', 'Sales'),
        supplement: label('补单', 'Paper of an emergency issue'),
        stockFirst: label('利库', 'Stock first'),
        chemical: label('化学品转储', 'Chemical transfer'),
      },
      { by: 'server', width: 90 },
    ),
    ...storageLocationIfEmpty,
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
      required: true,
      isRemembered: true,
      width: 140,
    }),
    requester: reference(label('领料人', 'Requester'), 'requester', {
      required: true,
      within: ['pickingUnit'],
      isSigner: true,
      isRemembered: true,
      width: 110,
    }),
    requiredDate: date(label('需用日期', 'Required date'), {
      required: true,
      isNotPast: true,
      width: 110,
    }),
    department: text(label('需求部门', 'Department'), {
      lengthMax: 60,
      isRemembered: true,
      width: 120,
    }),
    section: text(label('工段', 'Section'), { lengthMax: 40, isRemembered: true, width: 110 }),
    contractor: text(label('施工单位', 'Contractor'), {
      lengthMax: 60,
      offers: { master: 'construction-contract', field: 'contractor' },
      width: 140,
    }),
    contractNo: text(label('合同号', 'Contract no.'), {
      lengthMax: 40,
      offers: { master: 'construction-contract', field: 'contractNo', within: ['contractor'] },
      width: 120,
    }),
    isDelivered: flag(label('是否配送', 'To be delivered'), { width: 80 }),
    deliveryPlace: text(label('配送点位', 'Delivery place'), {
      lengthMax: 60,
      offers: { master: 'delivery-place', field: 'name' },
      width: 120,
    }),
    purpose: text(label('用途', 'Purpose'), { lengthMax: 100, width: 160 }),
    customerNo: text(label('客户', 'Customer'), { by: 'source', width: 110 }),
    ...chemicalTransfer.header,
    ...dangerousGoods.header,
    /** Of dangerous goods the day on which it was submitted: from here they count as drawn by the requester. */
    requestedOn: date(label('申请日期', 'Requested on'), { by: 'server', width: 110 }),
    ...accountAssignment,
    ...submission.header,
  },
  lines: {
    reservationNo,
    reservationLine: integer(label('预留行', 'Reservation item'), { by: 'source', width: 70 }),
    ...reservedMovementType,
    ...salesOrderItem,
    ...specialStockFields,
    batch: text(label('指定批次', 'Wanted batch'), { code: 'capitals', lengthMax: 10, width: 110 }),
    ...chemicalTransfer.lines,
    ...dangerousGoods.lines,
    reservedQuantity: quantity(label('库存占用', 'Reserved stock'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
  },
  relabel: {
    docNo: label('领料单号', 'Requisition'),
    quantity: label('申请数量', 'Requested quantity'),
    doneQuantity: label('已出库数量', 'Issued'),
  },
  states: {
    ...submission.states,
    /** Part of the quantity was issued. SAP: partial withdrawal. */
    partlyIssued: state(label('部分出库', 'Partly issued'), 'partial'),
    issued: state(label('全部出库', 'Issued'), 'done'),
    writtenOff: state(label('已核销', 'Written off'), 'undone'),
  },
  ...submission.entry,
  due: {
    by: 'requiredDate',
    states: ['approved', 'partlyIssued'],
    before: ['submitted'],
    escalatesTo: 'approve',
  },
  progressStates: { none: 'approved', partial: 'partlyIssued', all: 'issued' },
  source: {
    document: 'reservation',
    states: ['synced'],
    header: [
      'companyCode',
      'plant',
      'storageLocation',
      'costCenter',
      'wbsElement',
      'orderNo',
      'networkNo',
      'assetNo',
      'assetSubNo',
      'glAccount',
    ],
    lines: [
      ...copiedGoods,
      'reservationNo',
      'reservationLine',
      'movementType',
      'salesOrderNo',
      'salesOrderLine',
      'specialStock',
      'specialStockReference',
    ],
  },
  sources: {
    salesOrder: {
      document: 'sales-order',
      states: ['synced'],
      header: ['companyCode', 'plant', 'storageLocation', 'customerNo'],
      lines: [...copiedGoods, 'salesOrderNo', 'salesOrderLine'],
    },
    emergencyIssue: {
      document: 'emergency-issue',
      states: ['awaiting', 'partlySupplemented'],
      // Goods of an emergency are without their paper until it is approved.
      holdingStates: ['draft', 'returned', 'submitted'],
      header: ['companyCode', 'plant', 'storageLocation'],
      lines: [...copiedGoods],
    },
  },
  actions: {
    ...submission.actions,
    // Makes the goods issue as it would be proposed, for the walk through the bins. What is due is the issue.
    startPicking: {
      label: label('开始拣货', 'Start picking'),
      from: ['approved', 'partlyIssued'],
      to: null,
      isOptional: true,
    },
    withdrawApproval: {
      label: label('撤销批准', 'Withdraw approval'),
      from: ['approved'],
      to: 'submitted',
      functionCode: 'LLDSP',
      isDangerous: true,
      isUndo: true,
    },
    writeOff: {
      label: label('核销', 'Write off'),
      from: ['approved', 'partlyIssued'],
      to: 'writtenOff',
      isDangerous: true,
      input: reasonInput(label('核销原因', 'Reason'), reasonsOfWriteOff),
    },
  },
  history: [
    {
      items: [itemOfReservation, itemOfSalesOrder, itemOfReferringRequest],
      event: 'requested',
      book: 'announced',
      quantity: 'quantity',
      less: ['closedQuantity'],
      except: ['draft', 'returned'],
      at: { act: 'submit' },
      posts: false,
    },
  ],
  refusals: [
    'field-required',
    'contract-not-valid',
    'movement-not-allowed',
    'reservation-final',
    'picking-unit-outside',
    'already-issued',
    'being-picked',
    'reservation-unknown',
    'reservation-differs',
    'picking-unit-differs',
    'source-not-found',
    'source-wrong-state',
    'quantity-held',
    'quantity-exceeds-open',
    'unit-conversion-unknown',
    'nothing-in-stock',
    'wanted-batch-missing',
    'account-assignment-missing',
    'order-completed',
    'order-deleted',
    'successor-stands',
    'stock-short',
    'master-unknown',
    'transfer-same-location',
    'receiving-location-outside',
    'chemical-cap-exceeded',
    ...dangerousGoods.refusals,
    ...chemicalTransfer.refusals,
  ],
  pages: {
    '/pickings/picking': {
      kind: 'create',
      where: { requisitionType: 'planned' },
      actionAfterCreate: 'submit',
      sourceFilters: ['docNo', 'materialNo', 'deliveryDate', 'storageLocation', 'wbsElement'],
    },
    // Without a reservation: the unit enters goods, place and account assignment itself.
    '/pickings/emergency': {
      kind: 'create',
      where: { requisitionType: 'urgent' },
      source: null,
      // Goods without a plan are needed at once.
      usual: { requiredDate: 'today' },
      actionAfterCreate: 'submit',
    },
    // The goods of a sales order: the issue is charged to the order's item, not to the unit.
    '/pickings/pickingSale': {
      kind: 'create',
      where: { requisitionType: 'sales' },
      source: 'salesOrder',
      actionAfterCreate: 'submit',
      sourceFilters: ['docNo', 'customerNo', 'materialNo', 'deliveryDate', 'storageLocation'],
    },
    // Chemicals for the unit's own storage location: transferred (311), not consumed, so they are charged to nothing.
    '/pickings/chemicalDump': {
      kind: 'create',
      where: { requisitionType: 'chemical' },
      source: null,
      enters: [
        'plant',
        'storageLocation',
        'receivingStorageLocation',
        'permitNo',
        'permitValidTo',
        'receivingBin',
      ],
      requires: [
        'plant',
        'storageLocation',
        'receivingStorageLocation',
        'permitNo',
        'permitValidTo',
        'receivingBin',
      ],
      actionAfterCreate: 'submit',
    },
    // The paper of goods that left in an emergency: what they are charged to, and the reservation they were for.
    '/pickings/materialApplicationSupplement': {
      kind: 'create',
      where: { requisitionType: 'supplement' },
      source: 'emergencyIssue',
      enters: [
        'costCenter',
        'wbsElement',
        'orderNo',
        'networkNo',
        'assetNo',
        'assetSubNo',
        'glAccount',
        'reservationNo',
        'reservationLine',
      ],
      actionAfterCreate: 'submit',
      sourceFilters: ['docNo', 'pickingUnit', 'supplementDueDate', 'materialNo', 'storageLocation'],
    },
    // Stock taken instead of a purchase: the approver of the request delivery makes them, with goods and account of it.
    '/deliverManager/deliveryApprove': {
      kind: 'step',
      where: { requisitionType: 'stockFirst' },
      source: null,
      // That of dangerous goods waits as a draft until the unit has entered its permit.
      states: ['draft', 'submitted', 'returned', 'approved', 'partlyIssued'],
      filters: ['docNo', 'state', 'pickingUnit', 'requiredDate', 'storageLocation'],
      columns: [
        'docNo',
        'state',
        'purpose',
        'pickingUnit',
        'requester',
        'requiredDate',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
    },
    '/pickings/pickingEdit': {
      kind: 'maintain',
      states: ['draft', 'returned'],
      actions: ['submit'],
      filters: ['docNo', 'state', 'pickingUnit', 'requiredDate'],
    },
    '/pickings/pickingWithdRaw': {
      kind: 'step',
      states: ['submitted', 'approved', 'partlyIssued'],
      actions: ['withdraw', 'writeOff'],
      filters: ['docNo', 'state', 'pickingUnit', 'requiredDate', 'storageLocation'],
    },
    // What the storekeeper issues next: several requisitions are picked in one walk.
    '/pickings/materialApplicationOut': {
      kind: 'step',
      states: ['approved', 'partlyIssued'],
      actions: ['startPicking'],
      columns: [
        'docNo',
        'state',
        'requiredDate',
        'storageLocation',
        'pickingUnit',
        'requester',
        'isDelivered',
        'purpose',
        'requisitionType',
        'createdAt',
      ],
      filters: ['docNo', 'pickingUnit', 'requiredDate', 'storageLocation', 'isDelivered'],
    },
    '/pickings/materialApplicationQuery': {
      kind: 'query',
      actions: ['approve', 'refuse', 'withdrawApproval'],
      filters: [
        'docNo',
        'state',
        'requisitionType',
        'pickingUnit',
        'requiredDate',
        'storageLocation',
      ],
    },
  },
})
