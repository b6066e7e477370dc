import { approvalChain } from '../document/declare/approval-chain.ts'
import { cumulatedTotal, directorLevel } from '../document/declare/director-level.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, integer, kept, money, quantity, text } from '../document/declare/field.ts'
import { goodsInBin, placeFields } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { reversalApproval } from '../document/declare/posting-lifecycle.ts'
import { cancelAction, cancelledState } from '../document/declare/submission-lifecycle.ts'
import { specialStocks } from '../document/declare/stock-words.ts'
import {
  directorReversalStates,
  reversalByDirector,
} from '../document/declare/director-reversal.ts'

// Stock adjustment of quantities: what lies in a bin is put right by a document of its own, with a reason, its evidence and
// the approval of somebody else; the ERP is told nothing, and the difference to it stays explained (domain.md 1.4, 2).

/** Who made or handed in the correction decides nothing about it. */
const makers = ['create', 'submit'] as const
/** The function codes of the shift leader, the director, and accounts. */
const ofLeader = 'KCTZSH'
const ofDirector = 'KCTZZR'
const ofAccounts = 'KCTZGZ'

/** Why the stock of the ledger is not what lies there. */
export const adjustmentReasons = {
  notInErp: label('实物在库、ERP 无账', 'Goods here that the ERP does not know'),
  doubled: label('同一实物重复登记', 'The same goods recorded twice'),
  notReceived: label('ERP 有账、实物未到', 'In the ERP, never arrived here'),
  leftUnrecorded: label('实物已离库、未登记', 'Left without a record'),
  wrongUnit: label('单位或数量录入错误', 'Wrong unit or quantity entered'),
} as const

/** The shift leader reviews every correction, the director also those above the limit of the company. */
export const adjustmentApproval = approvalChain({
  levels: [
    {
      by: '',
      state: 'submitted',
      waiting: label('待班长审核', 'Awaiting the shift leader'),
      functionCode: ofLeader,
    },
    { ...directorLevel, functionCode: ofDirector },
  ],
  approved: 'adjusted',
  approvedLabel: label('已调整', 'Adjusted'),
  refused: 'returned',
  refusedLabel: label('已退回', 'Returned'),
  notBy: makers,
  isPreviewed: true,
})
const reversal = reversalApproval('adjusted', 'reversed')
const byDirector = reversalByDirector(reversal.actions, {
  director: ofDirector,
  leader: ofLeader,
})

/**
 * Stock adjustment 库存调整单: the quantity of stock rows becomes what lies there. It moves goods to or from a place of its own
 * (`stock-adjustment`) and is never posted: until the ERP is corrected there, its movements explain the difference between
 * both books; then accounts record the ERP's document, and both books agree again. A bin is put right by a location
 * adjustment, the data of a batch by a batch change, a piece with a serial number by a count, which names the pieces.
 */
export const stockAdjustment = defineDocument({
  name: 'stock-adjustment',
  area: 'stocktake',
  label: label('库存调整单', 'Stock adjustment'),
  prefix: 'KT',
  header: {
    ...placeFields,
    reasonCode: choice(label('调整原因', 'Reason'), adjustmentReasons, {
      required: true,
      width: 150,
    }),
    evidence: text(label('调整依据', 'Evidence'), {
      required: true,
      lengthMax: 200,
      width: 180,
    }),
    // Surpluses and shortages are added, so that one does not hide the other.
    differenceTotal: money(label('差异金额绝对值', 'Absolute difference'), {
      by: 'server',
      isTotalled: true,
      width: 120,
    }),
    cumulatedTotal,
    ...adjustmentApproval.header,
    reversalReason: text(label('冲销原因', 'Reason of reversal'), { by: 'server', width: 160 }),
  },
  lines: {
    ...goodsInBin,
    specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, { width: 90 }),
    specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
      code: 'filled',
      lengthMax: 24,
      width: 120,
    }),
    quantity: quantity(label('账面数量', 'Book quantity'), {
      required: true,
      by: 'server',
      mayBeZero: true,
      width: 100,
    }),
    actualQuantity: quantity(label('实际数量', 'Actual quantity'), { required: true, width: 100 }),
    differenceQuantity: quantity(label('差异数量', 'Difference'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    // At the book price of the day on which it was handed in; empty while the price is unknown.
    differenceAmount: money(label('差异金额', 'Difference amount'), {
      by: 'server',
      width: 110,
    }),
  },
  relabel: { docNo: label('调整单号', 'Stock adjustment') },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    submitted: adjustmentApproval.states.submitted,
    toDirector: adjustmentApproval.states.toDirector,
    returned: adjustmentApproval.states.returned,
    adjusted: state(label('已调整（ERP 待更正）', 'Adjusted, the ERP is to follow'), 'active'),
    settled: state(label('ERP 已更正', 'Corrected in the ERP'), 'done'),
    ...cancelledState,
    ...reversal.states,
    ...directorReversalStates,
  },
  initial: 'draft',
  editable: ['draft', 'returned'],
  stockLines: {
    isOncePerStock: true,
    query: 'stock',
    where: { place: 'stock', book: 'ERP' },
    header: ['companyCode', 'plant', 'storageLocation'],
    lines: [
      ...copiedGoods,
      'bin',
      'batch',
      'stockCategory',
      'specialStock',
      'specialStockReference',
    ],
  },
  actions: {
    submit: {
      label: label('提交审核', 'Submit for review'),
      from: ['draft', 'returned'],
      to: null,
    },
    withdraw: {
      label: label('撤回', 'Withdraw'),
      from: ['submitted'],
      to: 'draft',
      isUndo: true,
    },
    ...adjustmentApproval.actions,
    settle: {
      label: label('登记 ERP 更正', 'Record the correction in the ERP'),
      from: ['adjusted'],
      to: 'settled',
      functionCode: ofAccounts,
      // Who keeps, reviews or decides about goods does not vouch for the ERP's books.
      notBy: [...makers, 'review', 'reviewDirector'],
      isPreviewed: true,
      input: {
        erpDocumentNo: kept(
          'erpDocumentNo',
          text(label('ERP 更正凭证', 'ERP document of the correction'), {
            code: 'alpha',
            required: true,
            lengthMax: 10,
          }),
        ),
        erpDocumentYear: kept(
          'erpDocumentYear',
          integer(label('凭证年度', 'Document year'), {
            required: true,
            minimum: '2000',
            maximum: '2100',
          }),
        ),
      },
    },
    cancel: cancelAction({
      label: label('作废', 'Cancel'),
      from: ['draft', 'returned'],
    }),
    ...reversal.actions,
    ...byDirector,
    approveReversal: { ...byDirector.approveReversal, isPreviewed: true },
  },
  refusals: [
    'adjustment-same',
    'adjustment-of-pieces',
    'adjustment-is-bin-move',
    'adjustment-key-held',
    'adjustment-key-counted',
    'adjustment-key-unposted',
    'adjustment-key-adjusted',
    'adjustment-moved-since',
    'adjustment-picture-missing',
    'stock-moved-on',
    'stock-short',
  ],
  pages: {
    '/Stock/stockAdjust': {
      kind: 'maintain',
      creates: true,
      states: [
        'draft',
        'submitted',
        'toDirector',
        'returned',
        'adjusted',
        'settled',
        'reversalRequested',
        'reversalToDirector',
        'reversed',
        'cancelled',
      ],
      actions: [
        'submit',
        'withdraw',
        'review',
        'refuse',
        'reviewDirector',
        'refuseDirector',
        'settle',
        'requestReversal',
        'approveReversal',
        'refuseReversal',
        'approveReversalDirector',
        'refuseReversalDirector',
        'cancel',
      ],
      actionAfterCreate: 'submit',
      sourceFilters: ['materialNo', 'plant', 'storageLocation', 'bin', 'batch', 'stockCategory'],
      filters: ['docNo', 'state', 'plant', 'storageLocation', 'reasonCode', 'createdAt'],
    },
  },
})
