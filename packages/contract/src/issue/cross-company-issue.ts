import { refusalsOfDeliveries } from '../document/catalogue/delivery-refusals.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { integer, reference, text } from '../document/declare/field.ts'
import { placeFields, unrestrictedStock } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle, settledAction } from '../document/declare/posting-lifecycle.ts'
import {
  cancelAction,
  cancelledState,
  submissionLifecycle,
} from '../document/declare/submission-lifecycle.ts'
import { dangerousGoods } from '../masters/dangerous-goods.ts'
import { erpStatesInBooks } from '../document/declare/erp-state.ts'

// Goods another company of the group has ordered with an internal purchase order (domain.md 1.3, cross-company): they
// leave the stock, the goods issue 643 is posted for the delivery, and once the ERP has posted it, the linked arrival
// record is made and posted in the receiving company.

const { hazardClass, safetySheetNo, safetySheetValidTo } = dangerousGoods.lines

const reasonsOfCancellation = [
  label('录入错误', 'Entered wrongly'),
  label('需方不再需要', 'No longer needed by the receiving company'),
  label('实物不在货位', 'The goods are not in the bin'),
] as const

const submission = submissionLifecycle({
  submit: label('提交审核', 'Submit for review'),
  submitted: label('待审核', 'Awaiting review'),
  accept: { label: label('审核通过', 'Approve'), accepted: label('待出库', 'To be issued') },
})
const posting = postingLifecycle({
  from: ['issued'],
  notBy: ['issue'],
})

/**
 * Cross-company issue 跨公司出库单: goods that leave for another company against its internal purchase order; once the ERP
 * has posted them (643), the system makes the linked arrival record there. SAP: cross-company issue.
 */
export const crossCompanyIssue = defineDocument({
  name: 'cross-company-issue',
  area: 'issue',
  label: label('跨公司出库单', 'Cross-company issue'),
  prefix: 'KC',
  posts: true,
  header: {
    ...placeFields,
    internalOrderNo: text(label('内部采购订单', 'Internal order'), {
      code: 'alpha',
      required: true,
      lengthMax: 10,
      width: 130,
    }),
    deliveryNo: text(label('交货单', 'Delivery'), {
      code: 'alpha',
      required: true,
      lengthMax: 10,
      width: 120,
    }),
    // The internal order says where its goods go.
    receivingCompany: reference(label('需方公司', 'Receiving company'), 'company', {
      by: 'server',
      outsideScopeBecause: 'the receiving company has a document of its own',
      width: 90,
    }),
    receivingPlant: text(label('需方工厂', 'Receiving plant'), { by: 'server', width: 90 }),
    receivingStorageLocation: text(label('需方库存地点', 'Receiving location'), {
      by: 'server',
      width: 110,
    }),
    arrivalNo: text(label('关联到货记录', 'Linked arrival record'), { by: 'server', width: 150 }),
    ...posting.header,
  },
  lines: {
    ...unrestrictedStock.lines,
    internalOrderLine: integer(label('内部订单行', 'Internal order item'), {
      required: true,
      minimum: '1',
      width: 100,
    }),
    deliveryItem: integer(label('交货单行', 'Delivery item'), {
      required: true,
      minimum: '1',
      width: 90,
    }),
    // What goes with dangerous goods; whoever uses them there needs his own permit.
    hazardClass,
    safetySheetNo,
    safetySheetValidTo,
  },
  relabel: {
    docNo: label('跨公司出库单号', 'Cross-company issue'),
    quantity: label('出库数量', 'Issued quantity'),
  },
  states: {
    ...submission.states,
    issued: state(label('已出库', 'Issued'), 'done'),
    ...cancelledState,
    ...posting.states,
  },
  ...submission.entry,
  stockLines: unrestrictedStock.stockLines,
  postingSteps: {
    issue: { label: label('出库过账', 'Post issue'), settled: 'receiveElsewhere' },
  },
  actions: {
    ...submission.actions,
    submit: { ...submission.actions.submit, functionCode: 'KGSCK' },
    issue: {
      label: label('出库', 'Issue'),
      from: ['approved'],
      to: 'issued',
      functionCode: 'KGSCK',
      isPreviewed: true,
    },
    cancel: cancelAction({
      label: label('取消出库', 'Cancel the issue'),
      from: ['draft', 'returned', 'approved'],
      reasons: reasonsOfCancellation,
      functionCode: 'KGSCK',
    }),
    ...posting.actions,
    receiveElsewhere: settledAction(label('需方收货', 'Receipt in the receiving company'), [
      'issued',
    ]),
  },
  // With those of the linked arrival record, which is made in the same transaction.
  refusals: [
    ...posting.refusals,
    'internal-order-unknown',
    'delivery-unknown',
    'delivery-other-receiver',
    ...refusalsOfDeliveries,
    'safety-sheet-missing',
    'safety-sheet-without-file',
    'safety-sheet-expired',
    'valuation-type-not-ordered',
    'internal-order-other-plant',
    'internal-order-line-wrong',
    'internal-order-without-place',
    'quantity-exceeds-open',
    'quantity-held',
    'linked-document-stands',
    'source-mixed',
    'source-not-found',
    'quantity-whole-only',
    'quantity-too-precise-for-unit',
  ],
  pages: {
    '/outWarehouseCross/outWarehousePickUpCross': {
      kind: 'create',
      edits: true,
      actionAfterCreate: 'submit',
      sourceFilters: ['plant', 'storageLocation', 'materialNo', 'bin', 'batch', 'materialGroup'],
    },
    '/outWarehouseCross/outWarehouseAuditCross': {
      kind: 'step',
      states: ['submitted', 'reversalRequested'],
      actions: ['approve', 'refuse', 'approveReversal', 'refuseReversal'],
      filters: [
        'docNo',
        'state',
        'internalOrderNo',
        'receivingCompany',
        'storageLocation',
        'createdAt',
      ],
    },
    // The records, from which the steps hidden from the menu are reached; so it is also for people who only post, and
    // what storekeepers do there needs a function code.
    '/outWarehouseCross/outWarehouseQueryCross': {
      kind: 'maintain',
      edits: false,
      states: [
        'draft',
        'submitted',
        'returned',
        'approved',
        'issued',
        'reversalRequested',
        'reversalApproved',
        'cancelled',
        'reversed',
      ],
      actions: ['submit', 'issue', 'cancel'],
      filters: ['docNo', 'state', 'erpState', 'internalOrderNo', 'receivingCompany', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'erpState',
        'receivingCompany',
        'receivingPlant',
        'receivingStorageLocation',
        'internalOrderNo',
        'deliveryNo',
        'arrivalNo',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
    },
    ...posting.pages({
      filters: ['internalOrderNo', 'receivingCompany', 'createdAt'],
      post: '/outWarehouseCross/outWarehousePostProcessCross',
      reversal: {
        path: '/outWarehouseCross/outWarehouseWriteOffProcessCross',
        erpStates: [...erpStatesInBooks, 'reversing'],
      },
      physical: '/outWarehouseCross/outWarehouseRealWriteOffCross',
    }),
  },
})
