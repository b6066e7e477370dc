import {
  carriedBatchFields,
  copiedOrder,
  orderFields,
  supplierReference,
} from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, date, flag, kept, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { numberedPieces } from '../document/declare/serial-numbers.ts'
import { defectClasses, defectClassLabel } from './inspection-order.ts'
import { itemOfOrder } from '../external-documents/items.ts'
import { lineOfArrival } from '../receiving/line-of-arrival.ts'

const makers = ['create', 'submit', 'handOver'] as const
const posting = postingLifecycle({
  from: ['pickedUp'],
  notBy: makers,
  reversePhysical: { label: label('退货冲销', 'Reverse return'), from: ['handedOver'] },
})

/**
 * Return of rejects 不合格品退货单: rejected goods go back to the supplier, who signs for them, to be credited, replaced or
 * repaired (domain.md 1.2 and 1.3): replaced and repaired goods come on the same delivery note again. They never were in unrestricted stock, so the ERP is told 122 from inspection stock, or 124 from
 * GR blocked stock. Its record counts them as disposed of once the supplier has them. SAP: return delivery (122, 124).
 */
export const rejectsReturn = defineDocument({
  name: 'rejects-return',
  area: 'acceptance',
  label: label('不合格品退货单', 'Return of rejects'),
  prefix: 'BT',
  posts: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    settlement: choice(
      label('处置', 'Disposition'),
      {
        credit: label('退货', 'Return'),
        exchange: label('换货', 'Exchange'),
        repair: label('返修', 'Repair'),
      },
      { required: true, usual: 'credit', width: 90 },
    ),
    returnReason: text(label('退货原因', 'Reason of return'), { lengthMax: 200, width: 160 }),
    pickUpDueDate: date(label('取货期限', 'To be picked up by'), { by: 'server', width: 110 }),
    ...posting.header,
  },
  lines: {
    ...orderFields,
    batch: carriedBatchFields.batch,
    /** Of the arrival: the ERP finds the receipt and its invoice by it. */
    reference: { ...supplierReference.reference, by: 'server' },
    ...numberedPieces,
    defectClass: choice(defectClassLabel, defectClasses, { by: 'source', width: 110 }),
    rejectsBin: reference(label('不合格品货位', 'Bin of rejects'), 'bin', {
      by: 'source',
      width: 120,
    }),
    isReceived: flag(label('已收入冻结库存', 'In blocked stock'), { by: 'source', width: 90 }),
  },
  relabel: {
    docNo: label('退货单号', 'Return of rejects'),
    quantity: label('退货数量', 'Returned'),
    sourceNo: label('不合格品单', 'Rejected goods'),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    submitted: state(label('待退货', 'To be returned'), 'waiting'),
    /**
     * Rejected goods have left the stock with the keeper; the supplier has yet to sign for them.
     */
    handedOver: state(label('待供应商签收', 'Awaiting the supplier'), 'waiting'),
    /** The supplier has signed for the goods; they are disposed of and can be posted. */
    pickedUp: state(label('供应商已取货', 'Picked up'), 'done'),
    ...posting.states,
  },
  initial: 'draft',
  editable: ['draft'],
  // Nobody fetches them: the supplier is reminded, and then whoever may take them back into the warehouse.
  due: {
    by: 'pickUpDueDate',
    states: ['submitted', 'handedOver'],
    escalatesTo: 'reversePhysical',
  },
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
    holdingStates: ['draft', 'submitted', 'handedOver'],
  },
  actions: {
    submit: { label: label('提交退货', 'Submit return'), from: ['draft'], to: 'submitted' },
    // Who decides what goes back does not hand it out.
    handOver: {
      label: label('实物退货', 'Hand over'),
      from: ['submitted'],
      to: 'handedOver',
      notBy: ['create', 'submit'],
      isPreviewed: true,
      input: {
        plateNo: kept('plateNo', text(label('车牌', 'Plate no.'), { lengthMax: 20 })),
      },
    },
    pickUp: {
      label: label('确认取货', 'Confirm pickup'),
      from: ['handedOver'],
      to: 'pickedUp',
      notBy: makers,
      handsOver: { signer: 'pickedUpBy' },
      input: {
        pickedUpBy: kept(
          'pickedUpBy',
          text(label('取货人', 'Picked up by'), { required: true, lengthMax: 40 }),
        ),
      },
    },
    withdraw: {
      label: label('撤回', 'Withdraw'),
      from: ['submitted'],
      to: 'draft',
      isUndo: true,
    },
    ...posting.actions,
  },
  postsAfter: { item: lineOfArrival, by: 'person' },
  history: [
    {
      items: [itemOfOrder, lineOfArrival],
      event: 'returned',
      book: 'stock',
      quantity: 'quantity',
      except: ['draft', 'submitted', 'reversed'],
      at: { act: 'handOver' },
      posts: true,
    },
  ],
  refusals: [...posting.refusals, 'replacement-arrived'],
  pages: {
    '/preQualityInspectionNotice/preUnqualifiedProductsHandle': {
      kind: 'maintain',
      creates: true,
      actionAfterCreate: 'submit',
      states: ['draft', 'submitted'],
      actions: ['submit', 'withdraw'],
      filters: ['docNo', 'supplierNo', 'settlement', 'storageLocation', 'createdAt'],
      sourceFilters: ['docNo', 'supplierNo', 'materialNo', 'defectClass', 'storageLocation'],
    },
    '/preQualityInspectionNotice/preUnqualifiedProductsReturn': {
      kind: 'step',
      states: ['submitted', 'handedOver', 'reversalApproved'],
      actions: ['handOver', 'reversePhysical'],
      filters: ['docNo', 'state', 'supplierNo', 'settlement', 'storageLocation', 'createdAt'],
    },
    '/deliverManager/supplierMaintain': {
      kind: 'maintain',
      edits: false,
      states: ['handedOver'],
      actions: ['pickUp'],
      filters: ['docNo', 'state', 'createdAt', 'plant'],
      columns: [
        'docNo',
        'state',
        'settlement',
        'pickUpDueDate',
        'returnReason',
        'plateNo',
        'createdAt',
        'plant',
      ],
    },
    // For a supplier without an account of his own.
    '/deliverManager/buyerMaintain': {
      kind: 'maintain',
      edits: false,
      states: ['handedOver'],
      actions: ['pickUp'],
      filters: ['docNo', 'state', 'supplierNo', 'createdAt'],
      columns: [
        'docNo',
        'state',
        'supplierNo',
        'settlement',
        'pickUpDueDate',
        'returnReason',
        'plateNo',
        'createdAt',
        'plant',
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
        'settlement',
        'supplierNo',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'batch',
        'serialNumbers',
        'defectClass',
        'returnReason',
        'pickedUpBy',
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
