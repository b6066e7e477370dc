import { carriedBatchFields, copiedOrder, orderFields } from '../delivery/goods-fields.ts'
import { approvalChain } from '../document/declare/approval-chain.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { cumulatedTotal, directorLevel } from '../document/declare/director-level.ts'
import {
  directorReversalStates,
  reversalByDirector,
} from '../document/declare/director-reversal.ts'
import { choice, flag, money, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'
import { defectClasses, defectClassLabel } from './inspection-order.ts'
import { accountAssignment } from '../external-documents/mirror.ts'
import { itemOfOrder } from '../external-documents/items.ts'
import { lineOfArrival } from '../receiving/line-of-arrival.ts'

const reasonsOfRefusedScrapping = [
  label('应退供应商', 'To be returned to the supplier'),
  label('可返修', 'Can be repaired'),
  label('责任未定', 'Not settled who is responsible'),
] as const

const submission = submissionLifecycle({
  withdraw: true,
  submitted: label('待批准', 'Awaiting approval'),
  accept: {
    label: label('批准报废', 'Approve scrapping'),
    state: 'scrapped',
    accepted: label('已报废', 'Scrapped'),
  },
  refuse: { reasons: reasonsOfRefusedScrapping },
})
const makers = ['create', 'submit', 'approve'] as const
/** The function code of the director 主任. */
const ofDirector = 'BHPBFZR'
/** Quality approves all scrapping; what is worth more than the limit is the director's too. */
export const scrapApproval = approvalChain({
  levels: [
    { by: '', state: 'submitted', waiting: label('待批准', 'Awaiting approval') },
    { ...directorLevel, functionCode: ofDirector },
  ],
  approved: 'scrapped',
  refused: 'returned',
  notBy: ['create', 'submit'],
  isPreviewed: true,
})
const { reviewDirector, refuseDirector } = scrapApproval.actions
const { needsDirector, limitDirector } = scrapApproval.header

const posting = postingLifecycle({ from: ['scrapped'], notBy: [...makers, 'reviewDirector'] })
const charged = (field: 'costCenter' | 'wbsElement' | 'orderNo', lengthMax: number) =>
  text(accountAssignment[field].label, {
    code: accountAssignment[field].code,
    lengthMax,
    width: 120,
  })

/**
 * Scrapping of rejects 不合格品报废单: rejected goods that nobody takes back are destroyed, with the approval of somebody who
 * neither asked for it nor inspected them, and of the director where they are worth more than the limit (domain.md 1.2 and
 * 1.7). Somebody pays for them: a cost object, or the supplier by a claim. The ERP is told 553, or 555 out of blocked stock; goods in GR
 * blocked stock are not ours yet, and are returned instead. SAP: scrapping (553, 555).
 */
export const rejectsScrap = defineDocument({
  name: 'rejects-scrap',
  area: 'acceptance',
  label: label('不合格品报废单', 'Scrapping of rejects'),
  prefix: 'BF',
  posts: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    ground: text(label('报废原因', 'Reason of scrapping'), {
      required: true,
      lengthMax: 200,
      width: 200,
    }),
    costCenter: charged('costCenter', 10),
    wbsElement: charged('wbsElement', 24),
    orderNo: charged('orderNo', 12),
    claimNo: text(label('对供应商索赔编号', 'Claim on the supplier'), {
      code: 'filled',
      lengthMax: 40,
      width: 140,
    }),
    scrapTotal: money(label('报废金额', 'Worth of the scrap'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    cumulatedTotal,
    needsDirector,
    limitDirector,
    ...submission.header,
    ...posting.header,
  },
  lines: {
    ...orderFields,
    batch: carriedBatchFields.batch,
    ...numberedPieces,
    defectClass: choice(defectClassLabel, defectClasses, { by: 'source', width: 110 }),
    rejectsBin: reference(label('不合格品货位', 'Bin of rejects'), 'bin', {
      by: 'source',
      width: 120,
    }),
    isReceived: flag(label('已收入冻结库存', 'In blocked stock'), { by: 'source', width: 90 }),
    // At the book price of the day on which it was handed in; empty while the price is unknown.
    scrapAmount: money(label('报废金额', 'Worth of the scrap'), {
      by: 'server',
      width: 110,
    }),
  },
  relabel: {
    docNo: label('报废单号', 'Scrapping of rejects'),
    quantity: label('报废数量', 'Scrapped quantity'),
    sourceNo: label('不合格品单', 'Rejected goods'),
  },
  states: {
    ...submission.states,
    toDirector: scrapApproval.states.toDirector,
    /** Approved: the goods are destroyed, and can be posted. */
    scrapped: state(label('已报废', 'Scrapped'), 'done'),
    ...posting.states,
    ...directorReversalStates,
  },
  ...submission.entry,
  source: {
    document: 'rejected-goods',
    states: ['confirmed', 'partlyHandled'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [
      ...copiedGoods,
      ...copiedOrder,
      'batch',
      'serialNumbers',
      'defectClass',
      'rejectsBin',
      'isReceived',
    ],
    holdingStates: ['draft', 'returned', 'submitted', 'toDirector'],
  },
  actions: {
    ...submission.actions,
    approve: {
      ...submission.actions.approve,
      to: null,
      approval: { escalatesTo: 'reviewDirector' },
    },
    reviewDirector: { ...reviewDirector, notBy: makers },
    refuseDirector: { ...refuseDirector, notBy: makers, input: submission.actions.refuse.input },
    ...posting.actions,
    // What the director has approved is not taken back without him.
    ...reversalByDirector(posting.actions, { director: ofDirector }),
  },
  postsAfter: { item: lineOfArrival, by: 'person' },
  history: [
    {
      items: [itemOfOrder, lineOfArrival],
      event: 'scrapped',
      book: 'stock',
      quantity: 'quantity',
      except: ['draft', 'submitted', 'returned', 'toDirector', 'reversed'],
      posts: true,
    },
  ],
  refusals: [...posting.refusals, 'inspector-disposes', 'scrap-charge-missing'],
  pages: {
    '/preQualityInspectionNotice/preUnqualifiedProductsHandle': {
      kind: 'maintain',
      creates: true,
      actionAfterCreate: 'submit',
      states: ['draft', 'returned', 'submitted', 'reversalApproved'],
      actions: ['submit', 'withdraw', 'reversePhysical'],
      filters: ['docNo', 'state', 'supplierNo', 'storageLocation', 'createdAt'],
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'defectClass', 'storageLocation'],
    },
    '/preQualityInspectionNotice/qualityInspectorConfirm': {
      kind: 'step',
      states: ['submitted', 'toDirector', 'reversalToDirector'],
      actions: [
        'approve',
        'refuse',
        'reviewDirector',
        'refuseDirector',
        'approveReversalDirector',
        'refuseReversalDirector',
      ],
      filters: ['docNo', 'supplierNo', 'storageLocation', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'ground',
        'costCenter',
        'claimNo',
        'scrapTotal',
        'createdByName',
        'createdAt',
        'plant',
        'storageLocation',
      ],
    },
    '/preQualityInspectionNotice/preUnqualifiedProductsQuery': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'supplierNo', 'materialNo', 'createdAt'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'erpState',
        'supplierNo',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'batch',
        'serialNumbers',
        'defectClass',
        'ground',
        'costCenter',
        'wbsElement',
        'claimNo',
        'scrapAmount',
        'decisionRemark',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'sourceNo',
        'plant',
        'storageLocation',
        'materialDocument',
        'createdByName',
        'createdAt',
      ],
    },
    ...posting.pages({
      filters: ['supplierNo', 'plant', 'storageLocation', 'createdAt'],
      post: '/receive/receivePosting',
      reversal: '/receive/receiveWriteoff',
      approval: '/receive/receiveWriteoffAudit',
    }),
  },
})
