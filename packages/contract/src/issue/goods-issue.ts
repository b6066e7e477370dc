import { refusalsOfSales } from '../document/catalogue/delivery-refusals.ts'
import { approvalChain } from '../document/declare/approval-chain.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { completionRule } from '../document/declare/completion-rule.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  integer,
  kept,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { erpStatesInBooks } from '../document/declare/erp-state.ts'
import { weighedGoods } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { partialReversal } from '../document/declare/partial-reversal.ts'
import { numberedPieces, stockPieces } from '../document/declare/serial-numbers.ts'
import { reasonsOfOtherStock } from '../document/declare/reason.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { resubmission } from '../document/declare/resubmission.ts'
import {
  accountAssignment,
  reservationNo,
  chosenSpecialStock,
  reservedMovementType,
  soldItem,
} from '../external-documents/mirror.ts'
import { chemicalTransfer } from '../requisition/chemical-transfer.ts'
import { dangerousGoods } from '../masters/dangerous-goods.ts'
import { gatePassage } from '../requisition/gate-passage.ts'
import { itemOfReservation, itemOfSalesOrder } from '../external-documents/items.ts'

// Issue: the storekeeper picks and issues goods; the document is reviewed, then posted to the ERP (domain.md 1.3). Goods
// that are delivered leave their bin for the place 配送在途, and are issued when the unit has signed for them.

const makers = ['create', 'issue', 'dispatch', 'resubmit'] as const
const gatePassNo = text(label('放行条号', 'Gate pass no.'), { lengthMax: 40, width: 130 })
const approval = approvalChain({
  levels: [{ by: '', state: 'issued', waiting: label('待审核', 'Awaiting review') }],
  approved: 'reviewed',
  refused: 'rejected',
  notBy: makers,
})
const correction = resubmission({
  from: 'rejected',
  to: 'issued',
  input: { gatePassNo: kept('gatePassNo', gatePassNo) },
})
const posting = postingLifecycle({
  from: ['reviewed'],
  notBy: makers,
  reversePhysical: {
    label: label('出库记录冲销', 'Reverse issue'),
    from: ['issued', 'rejected'],
  },
})
// What the unit brings back before the issue is posted; afterwards it is a return.
const ofPart = partialReversal(label('部分冲销', 'Reverse a part'), ['issued', 'rejected'])

/**
 * Goods issue 出库单: goods picked and issued; reviewed, then posted. SAP: material document 201, 261 ….
 */
export const goodsIssue = defineDocument({
  name: 'goods-issue',
  area: 'issue',
  label: label('出库单', 'Goods issue'),
  prefix: 'CK',
  posts: true,
  header: {
    issueMode: choice(
      label('出库方式', 'Issue mode'),
      {
        selfPickup: label('自提', 'Self pickup'),
        urgent: label('紧急', 'Urgent'),
        distribution: label('配送', 'Distribution'),
        direct: label('直送', 'Direct'),
      },
      { by: 'server', width: 80 },
    ),
    pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
      by: 'source',
      width: 140,
    }),
    requester: reference(label('领料人', 'Requester'), 'requester', {
      by: 'source',
      isSigner: true,
      width: 110,
    }),
    recipient: text(label('提货人', 'Picked up by'), {
      required: true,
      lengthMax: 40,
      isSigner: true,
      width: 100,
    }),
    gatePassNo,
    deliveryPlace: text(label('配送点位', 'Delivery place'), { by: 'server', width: 120 }),
    /** Of chemicals for the unit's own storage location: where they go. */
    receivingStorageLocation: reference(label('接收库存地点', 'To location'), 'storage-location', {
      by: 'source',
      outsideScopeBecause: 'the goods leave the place of the document',
      width: 110,
    }),
    // Of dangerous goods.
    permitNo: text(label('作业许可证号', 'Permit no.'), { by: 'source', width: 130 }),
    permitValidTo: date(label('许可证有效期至', 'Permit valid to'), { by: 'source', width: 120 }),
    // Once, by the guard.
    ...gatePassage,
    ...accountAssignment,
    ...approval.header,
    ...correction.header,
    ...posting.header,
  },
  lines: {
    reservationNo,
    reservationLine: integer(label('预留行', 'Reservation item'), { by: 'source', width: 70 }),
    ...reservedMovementType,
    ...soldItem,
    bin: reference(label('拣货货位', 'Bin'), 'bin', { required: true, width: 120 }),
    ...weighedGoods,
    batch: text(label('批次', 'Batch'), { code: 'capitals', lengthMax: 10, width: 110 }),
    receivingBin: reference(label('接收货位', 'To bin'), 'bin', {
      by: 'source',
      keyFrom: { storageLocation: 'receivingStorageLocation' },
      width: 120,
    }),
    ...stockPieces,
    // Needed if other stock is taken than proposed (first expired first out).
    stockReason: text(label('改选原因', 'Reason for other stock'), {
      lengthMax: 100,
      suggestions: reasonsOfOtherStock,
      width: 140,
    }),
    proposedStock: text(label('系统建议库存', 'Stock proposed'), { by: 'server', width: 180 }),
    ...chosenSpecialStock,
    finalIssue: choice(
      label('最终发货', 'Final issue'),
      {
        byRule: label('按规则', 'By rule'),
        final: label('是', 'Yes'),
        open: label('否', 'No'),
      },
      { usual: 'byRule', width: 90 },
    ),
    ...completionRule,
    // Of delivered goods: what the unit did not take.
    refusedQuantity: quantity(label('拒收数量', 'Refused'), { by: 'server', width: 90 }),
    ...ofPart.lines,
    amount: money(label('估价金额', 'Estimated amount'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
  },
  relabel: {
    docNo: label('出库单号', 'Goods issue'),
    quantity: label('实发数量', 'Issued quantity'),
    sourceNo: label('领料单', 'Requisition'),
  },
  states: {
    draft: state(label('待拣货', 'To be picked'), 'draft'),
    /** Taken from the bin, not yet issued. SAP: picked. */
    picked: state(label('已拣货', 'Picked'), 'waiting'),
    /**
     * The goods have left their bin for the place of the same name, until the unit has signed for them.
     */
    inDistribution: state(label('配送在途', 'In distribution'), 'active'),
    ...approval.states,
    ...posting.states,
  },
  initial: 'draft',
  editable: ['draft'],
  source: {
    document: 'requisition',
    states: ['approved', 'partlyIssued'],
    // Picked goods are still in the warehouse, and delivered ones not signed for.
    holdingStates: ['draft', 'picked', 'inDistribution'],
    header: [
      'companyCode',
      'plant',
      'storageLocation',
      'pickingUnit',
      'requester',
      'costCenter',
      'wbsElement',
      'orderNo',
      'networkNo',
      'assetNo',
      'assetSubNo',
      'glAccount',
      'receivingStorageLocation',
      'permitNo',
      'permitValidTo',
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
      'receivingBin',
    ],
  },
  actions: {
    pick: { label: label('拣货完成', 'Picked'), from: ['draft'], to: 'picked' },
    // The goods go back to their bins: what stops the issue can be corrected, or the draft deleted.
    unpick: {
      label: label('撤销拣货', 'Undo picking'),
      from: ['picked'],
      to: 'draft',
      isUndo: true,
    },
    issue: {
      label: label('出库', 'Issue'),
      from: ['draft', 'picked'],
      to: 'issued',
      isPreviewed: true,
      handsOver: { signer: 'recipient' },
    },
    // The goods leave their bin for distribution, and a distribution order is made of them. What is due is the issue,
    // until the keeper decides that they are delivered.
    dispatch: {
      label: label('配送出库', 'Hand over for delivery'),
      from: ['draft', 'picked'],
      to: 'inDistribution',
      isPreviewed: true,
      isOptional: true,
      input: {
        deliveryPlace: kept(
          'deliveryPlace',
          text(label('配送点位', 'Delivery place'), {
            required: true,
            lengthMax: 60,
            offers: { master: 'delivery-place', field: 'name' },
          }),
        ),
      },
    },
    deliver: {
      label: label('签收出库', 'Issue on signature'),
      from: ['inDistribution'],
      to: 'issued',
      isSystem: true,
      lineInput: {
        acceptedQuantity: quantity(label('签收数量', 'Accepted'), { required: true }),
        ...numberedPieces,
      },
    },
    putBack: {
      label: label('拒收退回货位', 'Put refused goods back'),
      from: ['issued', 'rejected', 'reviewed', 'reversalRequested', 'reversalApproved'],
      to: null,
      isSystem: true,
    },
    recall: {
      label: label('撤回配送', 'Recall from distribution'),
      from: ['inDistribution'],
      to: 'reversed',
      isSystem: true,
    },
    // The guard at the gate, by the QR code of the printed issue: who gave the goods out does not also let them pass.
    passGate: {
      label: label('放行', 'Let pass'),
      from: ['inDistribution', 'issued', 'rejected', 'reviewed'],
      to: null,
      notBy: makers,
      isOptional: true,
    },
    ...approval.actions,
    ...correction.actions,
    ...posting.actions,
    reversePart: ofPart.action,
  },
  history: [
    {
      items: [itemOfReservation, itemOfSalesOrder],
      event: 'picked',
      book: 'underway',
      quantity: 'quantity',
      except: [
        'issued',
        'rejected',
        'reviewed',
        'reversalRequested',
        'reversalApproved',
        'reversed',
      ],
      posts: false,
    },
    {
      items: [itemOfReservation, itemOfSalesOrder],
      event: 'issued',
      book: 'stock',
      quantity: 'quantity',
      less: ['refusedQuantity', 'reversedQuantity'],
      except: ['draft', 'picked', 'inDistribution', 'reversed'],
      posts: true,
    },
  ],
  refusals: [
    ...posting.refusals,
    'batch-expired',
    'proposal-changed',
    'wanted-batch-changed',
    'account-assignment-missing',
    'reservation-final',
    'movement-not-allowed',
    'order-completed',
    'order-deleted',
    ...refusalsOfSales,
    'final-before-delivery',
    'completes-before-others',
    'special-stock-not-permitted',
    ...dangerousGoods.refusals,
    ...chemicalTransfer.refusals,
    'gate-pass-used',
    'gate-pass-none',
    'material-not-delivered',
    'papered-issue-whole',
  ],
  pages: {
    '/shippingManagement/selfDelivery': {
      kind: 'create',
      actionAfterCreate: 'issue',
      actions: ['pick', 'unpick', 'resubmit'],
      scans: 'docNo',
      sourceFilters: [
        'docNo',
        'pickingUnit',
        'requester',
        'materialNo',
        'requiredDate',
        'storageLocation',
      ],
    },
    '/shippingManagement/distributionOut': {
      kind: 'step',
      states: ['draft', 'picked'],
      actions: ['dispatch', 'pick', 'unpick'],
      scans: 'docNo',
      filters: ['docNo', 'state', 'issueMode', 'pickingUnit', 'deliveryPlace', 'storageLocation'],
      columns: [
        'docNo',
        'state',
        'issueMode',
        'deliveryPlace',
        'pickingUnit',
        'requester',
        'recipient',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
    },
    '/shippingManagement/gateCheck': {
      kind: 'screen',
      states: ['inDistribution', 'issued', 'rejected', 'reviewed'],
      actions: ['passGate'],
      filters: ['docNo', 'gatePassNo', 'recipient', 'pickingUnit', 'gatePassedAt'],
      columns: [
        'docNo',
        'state',
        'gatePassNo',
        'recipient',
        'pickingUnit',
        'gatePassedAt',
        'gatePassedByName',
        'createdAt',
      ],
    },
    '/shippingManagement/auditShipping': {
      kind: 'step',
      states: ['issued', 'reversalRequested'],
      actions: ['review', 'refuse', 'approveReversal', 'refuseReversal'],
      filters: ['docNo', 'state', 'pickingUnit', 'plant', 'storageLocation', 'createdAt'],
    },
    '/shippingManagement/outRecode': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'pickingUnit', 'materialNo', 'createdAt'],
    },
    ...posting.pages({
      filters: ['pickingUnit', 'plant', 'storageLocation', 'createdAt'],
      post: '/shippingManagement/outPostAccount',
      reversal: {
        path: '/shippingManagement/outCounteract',
        erpStates: [...erpStatesInBooks, 'reversing'],
      },
      physical: {
        path: '/shippingManagement/outRecordCounteract',
        also: ['resubmit', 'reversePart'],
      },
    }),
  },
})
