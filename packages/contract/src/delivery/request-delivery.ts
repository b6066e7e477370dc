import { approvalChain } from '../document/declare/approval-chain.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  decimal,
  integer,
  money,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { optionalStorageLocation } from '../document/declare/goods-place.ts'
import { label } from '../document/declare/label.ts'
import { keptReason } from '../document/declare/reason.ts'
import { cancelAction, cancelledState } from '../document/declare/submission-lifecycle.ts'
import { accountAssignment } from '../external-documents/mirror.ts'
import type { ParameterName } from '../system/business-parameters.ts'
import { supplierReference } from './goods-fields.ts'
import { itemOfRequest } from '../external-documents/items.ts'

// Goods announced against a purchase request, before there is an order (domain.md 1.2, "已提交 → [审批 SHDSP]").
//
// It is a document of its own and no variant of the delivery note: SAP receives goods against an order item only (101 and
// 103 name EBELN/EBELP), and so do arrival, inspection and receipt here. What is approved is that these goods are bought
// at all. Once purchasing has made the order in the ERP, "make delivery note" draws the ordinary delivery note from the
// order item, within its tolerance, and the warehouse confirms that one like any other.
//
// Stock first (domain.md section 3, no. 12): who decides sees what the group has already (`stock-first.ts`). What the
// company has free is taken instead at once: that part of the line is closed and given back to the request, and a
// requisition of type 利库 is submitted for the unit that asked, charged to the account of the request; the head of the
// unit approves it, which holds the stock. The request is not changed here: it belongs to the ERP, whose purchasing reduces
// it; as long as the requisition stands, its quantity is not announced again. Stock that is held for others, and that of
// other companies, is not the approver's to give away, and without an internal order no document moves it between
// companies: the note is returned to the buyer with the place, the holder and the quantity, and he arranges it.

const askedApprovers = ['create', 'submit'] as const

/**
 * Who is responsible for the material groups (the data scope of the approvers, which must cover all lines) reviews every
 * note; above the limit of the company, or if the request has no usable price, the director does so too.
 */
export const requestDeliveryApproval = approvalChain({
  levels: [
    {
      by: '',
      state: 'submitted',
      waiting: label('待审批', 'Awaiting approval'),
      review: label('批准', 'Approve'),
      refuse: label('退回修改', 'Return for correction'),
    },
    {
      by: 'Director',
      state: 'toDirector',
      waiting: label('待主任审批', 'Awaiting the director'),
      review: label('主任批准', 'Approve as director'),
      refuse: label('主任退回', 'Return as director'),
      functionCode: 'SHDZRSP',
      above: {
        field: 'requestedAmount',
        parameter: 'delivery.requestLimit' satisfies ParameterName,
        label: label('主任审批', 'Approval by the director'),
      },
    },
  ],
  approved: 'approved',
  approvedLabel: label('已批准，待订单', 'Approved, order awaited'),
  refused: 'returned',
  refusedLabel: label('已退回', 'Returned'),
  reasons: [
    label('请先协调已有库存', 'Arrange the stock that is there first'),
    label('缺少框架协议或合同号', 'Framework contract or contract number missing'),
    label('价格依据不充分', 'The price is not substantiated'),
    label('供应商不在合格名录', 'The supplier is not approved'),
  ],
  notBy: askedApprovers,
})

/** Why goods are announced before they are ordered. */
const announcementCauses = {
  framework: label('框架协议供货', 'Framework contract'),
  catalogue: label('电商目录采购', 'Catalogue purchase'),
  urgent: label('急需先送', 'Needed urgently'),
  other: label('其他', 'Other'),
} as const

const reasonsOfDeclining = [
  label('已有库存可用', 'There is stock'),
  label('不再需要', 'No longer needed'),
  label('价格不可接受', 'The price is not acceptable'),
  label('供应商不在名录', 'The supplier is not approved'),
] as const

/**
 * Request delivery 采购申请送货单: goods announced against purchase requests before there is an order: approved by amount and
 * material group after a look at the stock, and handed over to a delivery note once they are ordered.
 */
export const requestDelivery = defineDocument({
  name: 'request-delivery',
  area: 'delivery',
  label: label('采购申请送货单', 'Request delivery'),
  prefix: 'SQ',
  goodsFollow: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { required: true, width: 180 }),
    ...optionalStorageLocation,
    requestedByName: text(label('申请人', 'Requested by'), { by: 'source', width: 100 }),
    announcementCause: choice(
      label('先于订单的原因', 'Before the order because'),
      announcementCauses,
      {
        required: true,
        isRemembered: true,
        width: 120,
      },
    ),
    etaDate: date(label('预计到货日', 'Expected arrival'), {
      required: true,
      isNotPast: true,
      isRemembered: true,
      width: 110,
    }),
    ...supplierReference,
    carrier: text(label('承运商', 'Carrier'), { lengthMax: 60, isRemembered: true, width: 130 }),
    plateNo: text(label('车牌', 'Plate no.'), { lengthMax: 20, isRemembered: true, width: 100 }),
    phone: text(label('联系电话', 'Phone'), { lengthMax: 20, isRemembered: true, width: 120 }),
    // At the price of the request, in the currency of the company; empty if one of the lines has no such price.
    requestedAmount: money(label('申请金额', 'Requested amount'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    ...requestDeliveryApproval.header,
    noteNo: text(label('送货单', 'Delivery note'), { by: 'server', width: 150 }),
  },
  lines: {
    deliveryDate: date(label('需用日期', 'Required on'), { by: 'source', width: 110 }),
    price: money(label('申请价格', 'Requested price'), {
      by: 'source',
      width: 100,
    }),
    priceUnit: decimal(label('价格单位', 'Price unit'), { by: 'source', decimals: 0, width: 80 }),
    currency: text(label('币种', 'Currency'), { by: 'source', width: 60 }),
    lineAmount: money(label('行金额', 'Line amount'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    ...accountAssignment,
    stockQuantity: quantity(label('利库数量', 'Taken from stock'), {
      by: 'server',
      isTotalled: true,
      width: 100,
    }),
    stockRequisitions: text(label('利库领料单', 'Requisitions'), { by: 'server', width: 150 }),
    purchaseOrderNo: text(label('采购订单', 'Purchase order'), {
      code: 'alpha',
      by: 'server',
      width: 120,
    }),
    purchaseOrderLine: integer(label('订单行', 'Order item'), { by: 'server', width: 70 }),
  },
  relabel: {
    docNo: label('单号', 'Number'),
    quantity: label('送货数量', 'Announced quantity'),
    openQuantity: label('待采购数量', 'Still to be bought'),
    closedQuantity: label('不再采购', 'Not bought'),
    sourceNo: label('采购申请', 'Purchase request'),
    sourceLine: label('申请行', 'Request item'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    ...requestDeliveryApproval.states,
    approved: state(label('已批准，待订单', 'Approved, order awaited'), 'active'),
    /** Everything was taken from the stock, nothing is bought. */
    covered: state(label('已利库', 'Covered by stock'), 'done'),
    /** What is left of it is on a delivery note of the order. */
    announced: state(label('已转送货单', 'Delivery note made'), 'done'),
    /** Nothing more of it is bought, and its request is open again. */
    declined: state(label('已否决', 'Declined'), 'failed'),
    ...cancelledState,
  },
  initial: 'draft',
  editable: ['draft', 'returned'],
  due: {
    by: 'etaDate',
    states: ['approved'],
    before: ['submitted', 'toDirector'],
    escalatesTo: 'reviewDirector',
  },
  source: {
    document: 'purchase-request',
    states: ['synced'],
    header: ['companyCode', 'plant', 'storageLocation', 'requestedByName'],
    lines: [
      ...copiedGoods,
      'deliveryDate',
      'price',
      'priceUnit',
      'currency',
      'costCenter',
      'wbsElement',
      'orderNo',
      'networkNo',
      'assetNo',
      'assetSubNo',
      'glAccount',
    ],
    // What requisitions have taken from the stock instead counts too (`problemsOfRequest`).
    checksOwnQuantity: true,
  },
  actions: {
    // The route is decided once, with the limit of that day.
    submit: {
      label: label('提交审批', 'Submit for approval'),
      from: ['draft', 'returned'],
      to: null,
    },
    withdraw: {
      label: label('撤回', 'Withdraw'),
      from: ['submitted', 'toDirector'],
      to: 'draft',
      isUndo: true,
    },
    ...requestDeliveryApproval.actions,
    decline: {
      label: label('否决', 'Decline'),
      from: ['submitted', 'toDirector'],
      to: 'declined',
      notBy: askedApprovers,
      isDangerous: true,
      input: keptReason('declineReason', label('否决原因', 'Reason'), reasonsOfDeclining),
    },
    // Of one place each time, because a requisition has one; that of the request if none is named.
    takeStock: {
      label: label('利用库存', 'Take from stock'),
      from: ['submitted', 'toDirector'],
      to: null,
      notBy: askedApprovers,
      isOptional: true,
      input: {
        plant: reference(label('工厂', 'Plant'), 'plant'),
        storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location'),
        pickingUnit: reference(label('领料单位', 'Picking unit'), 'picking-unit', {
          required: true,
          isRemembered: true,
        }),
        requester: reference(label('领料人', 'Requester'), 'requester', {
          required: true,
          within: ['pickingUnit'],
          isRemembered: true,
        }),
      },
      lineInput: {
        takenQuantity: quantity(label('利库数量', 'Taken from stock'), {
          required: true,
          width: 110,
        }),
        // An equivalent one; the material of the line if empty.
        takenMaterialNo: reference(label('库存物料', 'Stock material'), 'material', { width: 130 }),
      },
      lineLimits: { takenQuantity: 'openQuantity' },
    },
    announce: {
      label: label('转送货单', 'Make delivery note'),
      from: ['approved'],
      to: 'announced',
    },
    cancel: cancelAction({ from: ['draft', 'returned', 'approved'] }),
  },
  // With those of the requisition and of the delivery note that it makes.
  history: [
    {
      items: [itemOfRequest],
      event: 'announced',
      book: 'announced',
      quantity: 'quantity',
      less: ['closedQuantity'],
      except: [
        'draft',
        'submitted',
        'toDirector',
        'returned',
        'approved',
        'declined',
        'cancelled',
        'covered',
      ],
      posts: false,
    },
  ],
  refusals: [
    'request-deleted',
    'request-completed',
    'request-reduced',
    'request-exceeded',
    'request-not-ordered',
    'request-stock-taken',
    'stock-not-equivalent',
    'stock-first-short',
    'order-item-unknown',
    'request-order-differs',
    'quantity-exceeds-tolerance',
    'order-deleted',
    'order-not-received',
    'order-completed',
    'date-order',
    'picking-unit-outside',
    'account-assignment-missing',
  ],
  pages: {
    // Nobody has to announce goods before they are ordered: no to-do of every open request.
    '/deliverManager/buyerMaintain': {
      kind: 'maintain',
      creates: true,
      isOptional: true,
      actionAfterCreate: 'submit',
      states: ['draft', 'returned', 'submitted', 'toDirector', 'approved'],
      actions: ['submit', 'withdraw', 'announce', 'cancel'],
      filters: ['docNo', 'supplierNo', 'state', 'etaDate', 'requestedByName'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'announcementCause',
        'etaDate',
        'requestedByName',
        'reviewRemark',
        'needsDirector',
        'plant',
        'storageLocation',
        'noteNo',
        'createdByName',
      ],
      sourceFilters: ['docNo', 'materialNo', 'deliveryDate', 'plant'],
    },
    '/deliverManager/deliveryApprove': {
      kind: 'step',
      states: ['submitted', 'toDirector'],
      actions: ['review', 'reviewDirector', 'takeStock', 'refuse', 'refuseDirector', 'decline'],
      filters: ['docNo', 'state', 'supplierNo', 'etaDate', 'plant', 'requestedByName'],
      columns: [
        'docNo',
        'state',
        'requestedAmount',
        'needsDirector',
        'supplierNo',
        'announcementCause',
        'etaDate',
        'requestedByName',
        'plant',
        'storageLocation',
        'createdByName',
        'createdAt',
      ],
    },
    // Beside the requests, and not on the query of delivery notes, which suppliers read: stock is the company's own matter.
    '/dataCenter/purchaseRequestSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'supplierNo', 'sourceNo', 'materialNo', 'etaDate'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'supplierNo',
        'sourceNo',
        'sourceLine',
        'materialNo',
        'description',
        'unit',
        'quantity',
        'stockQuantity',
        'openQuantity',
        'etaDate',
        'stockRequisitions',
        'purchaseOrderNo',
        'noteNo',
        'requestedByName',
        'lineAmount',
        'plant',
        'storageLocation',
        'createdAt',
      ],
    },
  },
})
