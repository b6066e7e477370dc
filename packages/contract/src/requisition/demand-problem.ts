import { commonHeader, copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  flag,
  integer,
  kept,
  list,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import {
  problemActions,
  problemDecisions,
  problemStates,
} from '../external-documents/problem-lifecycle.ts'

/** What happened to a reservation or sales order item under work of ours. */
const causes = {
  changed: label('需求已变更', 'Demand changed in the ERP'),
  ended: label('需求已删除或完成', 'Demand deleted or completed in the ERP'),
  blocked: label('需求已不允许移动', 'Demand blocked for movements in the ERP'),
} as const

export type DemandCause = keyof typeof causes

/** What is to be done about it. */
const remedies = {
  changed: label(
    '按变更后的需求核对领料单：多出的核销，已拣货的撤销拣货，或在 ERP 中恢复需求',
    'Compare the requisitions with the changed demand: write off what exceeds it, undo the picking, or have the demand restored in the ERP',
  ),
  ended: label(
    '核销领料单未出库部分，已拣货的撤销拣货，配送中的撤回；仍需要的请在 ERP 中恢复需求',
    'Write off what is not issued of the requisitions, undo the picking, recall what is under way; or have the demand restored in the ERP',
  ),
  blocked: label(
    '暂停拣货、出库；在 ERP 中重新允许移动后，自动关闭',
    'Pick and issue nothing meanwhile; once the ERP permits movements again, this is closed by itself',
  ),
} as const satisfies Record<DemandCause, unknown>

/** Where the demand stands in the ERP. */
const demandTypes = {
  reservation: label('需求计划预留', 'Reservation'),
  salesOrder: label('销售订单', 'Sales order'),
} as const

export type DemandType = keyof typeof demandTypes

const lineFacts = {
  quantity: quantity(label('涉及数量', 'Quantity concerned'), { required: true }),
  requiredBefore: quantity(label('原需求数量', 'Required before')),
  requiredAfter: quantity(label('现需求数量', 'Required now')),
  dueBefore: date(label('原需求日期', 'Due before')),
  dueAfter: date(label('现需求日期', 'Due now')),
  placeBefore: text(label('原工厂/库存地点', 'Place before')),
  placeAfter: text(label('现工厂/库存地点', 'Place now')),
  accountBefore: text(label('原科目分配', 'Account assignment before')),
  accountAfter: text(label('现科目分配', 'Account assignment now')),
}

const requisitionNos = label('涉及领料单', 'Requisitions concerned')
const issueNos = label('涉及出库单和配送单', 'Goods issues and distribution orders concerned')

/** The columns of its worklists. */
const worklist = [
  'docNo',
  'state',
  'cause',
  'demandType',
  'demandNo',
  'pickingUnit',
  'requester',
  'requisitionNos',
  'issueNos',
  'remedy',
  'answer',
  'createdAt',
  'plant',
  'storageLocation',
] as const

const byLine = [
  'docNo',
  'state',
  'cause',
  'demandNo',
  'demandLine',
  'materialNo',
  'description',
  'quantity',
  'openQuantity',
  'unit',
  'requiredBefore',
  'requiredAfter',
  'dueBefore',
  'dueAfter',
  'placeBefore',
  'placeAfter',
  'accountBefore',
  'accountAfter',
  'pickingUnit',
  'requester',
  'requisitionNos',
  'issueNos',
  'remedy',
  'answer',
  'decision',
  'decisionReason',
  'createdAt',
  'plant',
  'storageLocation',
] as const

/**
 * Demand problem 需求问题单据: raised by the product where the interface changes, ends or blocks items of a reservation or
 * sales order of which requisitions, goods issues or distribution orders of ours still hold quantity (domain.md 1.2); one for
 * each demand, cause, unit and place, one line per item. The unit answers, the storekeeper or the buyer decides; it is
 * closed by itself once the item is restored, or nothing of ours holds quantity of it any more.
 */
export const demandProblem = defineDocument({
  name: 'demand-problem',
  area: 'requisition',
  label: label('需求问题单据', 'Demand problem'),
  prefix: 'XW',
  header: {
    plant: { ...commonHeader.plant, by: 'server', required: false },
    storageLocation: { ...commonHeader.storageLocation, by: 'server', required: false },
    demandType: choice(label('需求来源', 'Demand'), demandTypes, { by: 'server', width: 110 }),
    demandNo: text(label('预留或销售订单', 'Reservation or sales order'), {
      by: 'server',
      width: 130,
    }),
    cause: choice(label('问题类别', 'Cause'), causes, { by: 'server', width: 150 }),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
      by: 'server',
      width: 140,
    }),
    requester: reference(label('领料人', 'Requester'), 'requester', { by: 'server', width: 110 }),
    requisitionNos: list(requisitionNos, { by: 'server', width: 160 }),
    issueNos: list(issueNos, { by: 'server', width: 160 }),
    decision: choice(
      label('处理结果', 'Decision'),
      {
        ...problemDecisions,
        causeGone: label('已无占用', 'Nothing holds quantity of it any more'),
        demandRestored: label('ERP 中需求已恢复', 'Demand restored in the ERP'),
      },
      { by: 'server', width: 130 },
    ),
    remedy: choice(label('处理办法', 'What to do'), remedies, { by: 'server', width: 260 }),
  },
  lines: {
    demandLine: integer(label('需求行', 'Item'), { by: 'server', width: 70 }),
    requiredBefore: { ...lineFacts.requiredBefore, by: 'server', width: 100 },
    requiredAfter: { ...lineFacts.requiredAfter, by: 'server', width: 100 },
    dueBefore: { ...lineFacts.dueBefore, by: 'server', width: 110 },
    dueAfter: { ...lineFacts.dueAfter, by: 'server', width: 110 },
    placeBefore: { ...lineFacts.placeBefore, by: 'server', width: 120 },
    placeAfter: { ...lineFacts.placeAfter, by: 'server', width: 120 },
    accountBefore: { ...lineFacts.accountBefore, by: 'server', width: 140 },
    accountAfter: { ...lineFacts.accountAfter, by: 'server', width: 140 },
  },
  relabel: {
    docNo: label('需求问题单号', 'Demand problem'),
    quantity: label('涉及数量', 'Quantity concerned'),
    closedQuantity: label('已消除数量', 'Gone'),
    openQuantity: label('未解决数量', 'Still open'),
    createdByName: label('登记人', 'Raised by'),
    createdAt: label('登记时间', 'Since'),
    sourceNo: label('预留或销售订单', 'Reservation or sales order'),
  },
  states: problemStates(
    label('待领料单位说明', 'Awaiting the unit'),
    label('待保管员处理', 'Awaiting the storekeeper'),
  ),
  initial: 'raised',
  editable: [],
  source: {
    document: 'reservation',
    states: ['synced', 'completed', 'deleted'],
    header: ['companyCode'],
    lines: [...copiedGoods],
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  sources: {
    salesOrder: {
      document: 'sales-order',
      states: ['synced', 'completed', 'deleted'],
      header: ['companyCode'],
      lines: [...copiedGoods],
      checksOwnQuantity: true,
      consumesOpenQuantity: false,
    },
  },
  actions: {
    ...problemActions(label('领料单位说明', 'Answer'), label('领料单位说明', "The unit's answer")),
    // The same cause again while it is open: what the unit said is about less than what is known now.
    addFinding: {
      label: label('补充情况', 'Add finding'),
      from: ['raised', 'answered'],
      to: 'raised',
      isSystem: true,
      input: {
        requisitionNos: kept('requisitionNos', list(requisitionNos)),
        issueNos: kept('issueNos', list(issueNos)),
      },
      lineInput: lineFacts,
    },
    withdraw: {
      label: label('随原因撤销', 'Withdraw with its cause'),
      from: ['raised', 'answered'],
      to: null,
      isSystem: true,
      input: { isRestored: flag(label('需求已恢复', 'Demand restored')) },
      lineInput: { goneQuantity: quantity(label('已消除数量', 'Gone'), { required: true }) },
    },
  },
  refusals: [],
  pages: {
    '/deliverManager/problemDocument': {
      kind: 'step',
      states: ['raised', 'answered'],
      actions: ['decide'],
      filters: ['docNo', 'state', 'cause', 'demandNo', 'pickingUnit', 'createdAt'],
      columns: worklist,
    },
    // Beside the requisitions of the unit.
    '/pickings/pickingEdit': {
      kind: 'maintain',
      edits: false,
      states: ['raised', 'answered'],
      actions: ['answer'],
      filters: ['docNo', 'state', 'cause', 'demandNo'],
      columns: worklist,
    },
    // Beside what the storekeeper issues next.
    '/pickings/materialApplicationOut': {
      kind: 'step',
      states: ['raised', 'answered'],
      actions: ['decide'],
      filters: ['docNo', 'state', 'cause', 'demandNo', 'pickingUnit', 'storageLocation'],
      columns: worklist,
    },
    '/pickings/materialApplicationQuery': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'cause', 'demandNo', 'pickingUnit'],
      columns: byLine,
    },
    '/dataCenter/reservedSearch': {
      kind: 'query',
      level: 'line',
      where: { demandType: 'reservation' },
      filters: ['docNo', 'state', 'cause', 'demandNo', 'pickingUnit', 'materialNo'],
      columns: byLine,
    },
    // Says where the lines of these documents come from.
    '/dataCenter/salesOrderSearch': {
      kind: 'query',
      level: 'line',
      where: { demandType: 'salesOrder' },
      source: 'salesOrder',
      filters: ['docNo', 'state', 'cause', 'demandNo', 'pickingUnit', 'materialNo'],
      columns: byLine,
    },
  },
})
