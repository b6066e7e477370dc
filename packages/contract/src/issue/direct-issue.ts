import { carriedBatchFields, copiedOrder, orderFields } from '../delivery/goods-fields.ts'
import { approvalChain } from '../document/declare/approval-chain.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { money, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { resubmission } from '../document/declare/resubmission.ts'
import { carriedPieces } from '../document/declare/serial-numbers.ts'
import { erpStatesNotInBooks } from '../document/declare/erp-state.ts'
import { accountAssignment, specialStockFields } from '../external-documents/mirror.ts'

const makers = ['create', 'issue', 'resubmit'] as const
const approval = approvalChain({
  levels: [{ by: '', state: 'issued', waiting: label('待审核', 'Awaiting review') }],
  approved: 'reviewed',
  refused: 'rejected',
  notBy: makers,
})
const { resubmit } = resubmission({ from: 'rejected', to: 'issued' }).actions
const posting = postingLifecycle({ from: ['reviewed'], notBy: makers })

/**
 * Direct issue 直送发货单: the issue side of a direct delivery, made when the unit signs for the goods: out of the virtual bin,
 * into which the direct receipt brought them, to what they are charged to (201, 221, 261, 281). It is reviewed and posted by
 * itself, after the receipt. It has no way back of its own: it is taken back with the receipt, first in the ERP, then the
 * goods, each time before the receipt. SAP: material document 201, 221, 261, 281.
 */
export const directIssue = defineDocument({
  name: 'direct-issue',
  area: 'issue',
  label: label('直送发货单', 'Direct issue'),
  prefix: 'ZF',
  posts: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    pickingUnit: reference(label('直送单位', 'Receiving unit'), 'picking-unit', {
      by: 'source',
      width: 140,
    }),
    deliveryPlace: text(label('交货地点', 'Delivery place'), { by: 'source', width: 140 }),
    signedBy: reference(label('签收人', 'Signed by'), 'requester', {
      by: 'source',
      isSigner: true,
      width: 110,
    }),
    ...accountAssignment,
    ...approval.header,
    correctionRemark: text(label('更正说明', 'Correction'), { by: 'server', width: 160 }),
  },
  lines: {
    ...orderFields,
    batch: carriedBatchFields.batch,
    ...carriedPieces,
    ...specialStockFields,
    amount: money(label('估价金额', 'Estimated amount'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
  },
  relabel: {
    docNo: label('直送发货单号', 'Direct issue'),
    quantity: label('发货数量', 'Issued quantity'),
    sourceNo: label('直送单', 'Direct delivery'),
  },
  states: {
    ...approval.states,
    reversed: state(label('已冲销', 'Reversed'), 'undone'),
  },
  initial: 'issued',
  editable: [],
  source: {
    document: 'direct-receipt',
    states: ['dispatched'],
    header: [
      'companyCode',
      'supplierNo',
      'plant',
      'storageLocation',
      'pickingUnit',
      'deliveryPlace',
      'signedBy',
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
      ...copiedOrder,
      'batch',
      'serialNumbers',
      'specialStock',
      'specialStockReference',
    ],
    // The signature makes it, of all its lines.
    checksOwnQuantity: true,
    consumesOpenQuantity: false,
  },
  actions: {
    issue: {
      label: label('交给单位', 'Hand over'),
      from: ['issued'],
      to: null,
      isSystem: true,
      isPreviewed: true,
    },
    ...approval.actions,
    // Its effect sets the state, so that what was refused is the keeper's task, though it leads to where it began.
    resubmit: { ...resubmit, to: null },
    post: posting.actions.post,
    takeBack: {
      label: label('随收货冲销', 'Reverse with the receipt'),
      from: ['issued', 'rejected', 'reviewed'],
      to: 'reversed',
      erpFrom: erpStatesNotInBooks,
      isSystem: true,
      isPreviewed: true,
    },
  },
  refusals: [
    'stock-short',
    'stock-moved-on',
    'stock-held',
    'period-closed',
    'posting-date-ahead',
    'posting-date-before-movement',
  ],
  pages: {
    // What was refused is put right here.
    '/shippingManagement/sendingDelivery': {
      kind: 'step',
      states: ['rejected'],
      actions: ['resubmit'],
      filters: ['docNo', 'pickingUnit', 'supplierNo', 'storageLocation', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'pickingUnit',
        'deliveryPlace',
        'signedBy',
        'reviewRemark',
        'costCenter',
        'orderNo',
        'wbsElement',
        'plant',
        'storageLocation',
        'createdAt',
      ],
    },
    '/shippingManagement/auditShipping': {
      kind: 'step',
      states: ['issued'],
      actions: ['review', 'refuse'],
      filters: ['docNo', 'pickingUnit', 'plant', 'storageLocation', 'createdAt'],
    },
    '/shippingManagement/outRecode': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'pickingUnit', 'materialNo', 'createdAt'],
    },
    ...posting.pages({
      filters: ['pickingUnit', 'plant', 'storageLocation', 'createdAt'],
      post: '/shippingManagement/outPostAccount',
    }),
  },
})
