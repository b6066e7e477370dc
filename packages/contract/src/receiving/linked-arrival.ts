import { carriedPieces } from '../document/declare/serial-numbers.ts'
import { copiedOrder, orderedValuationType, orderFields } from '../delivery/goods-fields.ts'
import { copiedGoods } from '../document/declare/common-fields.ts'
import { defineDocument, state } from '../document/declare/define-document.ts'
import { money, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { postingLifecycle } from '../document/declare/posting-lifecycle.ts'
import { erpStatesInBooks } from '../document/declare/erp-state.ts'
import { itemOfOrder } from '../external-documents/items.ts'

const posting = postingLifecycle({
  from: ['received'],
})

/**
 * Linked arrival record 关联到货记录: the receipt of goods another company of the group has issued against our internal
 * purchase order. The system makes it, puts the goods into their bins, and posts 101, in the transaction that settles the
 * supplying company's goods issue; so nobody sees it before its goods are there. SAP: linked arrival record.
 */
export const linkedArrival = defineDocument({
  name: 'linked-arrival',
  area: 'receiving',
  label: label('关联到货记录', 'Linked arrival record'),
  prefix: 'KD',
  posts: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'source', width: 180 }),
    supplyingCompany: reference(label('供方公司', 'Supplying company'), 'company', {
      by: 'server',
      outsideScopeBecause: 'the supplying company has a document of its own',
      width: 90,
    }),
    issueNo: text(label('供方出库单', 'Issue of the supplying company'), {
      by: 'server',
      width: 150,
    }),
    deliveryNo: text(label('交货单', 'Delivery'), { code: 'alpha', by: 'server', width: 120 }),
    ...posting.header,
  },
  lines: {
    ...orderFields,
    bin: reference(label('货位', 'Bin'), 'bin', { by: 'server', required: true, width: 120 }),
    batch: text(label('批次', 'Batch'), {
      code: 'capitals',
      by: 'server',
      lengthMax: 10,
      width: 110,
    }),
    ...orderedValuationType,
    ...carriedPieces,
    amount: money(label('估价金额', 'Estimated amount'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
  },
  relabel: {
    docNo: label('关联到货记录号', 'Linked arrival record'),
    quantity: label('到货数量', 'Received quantity'),
    sourceNo: label('内部采购订单', 'Internal order'),
  },
  states: {
    received: state(label('已到货', 'Received'), 'done'),
    ...posting.states,
  },
  initial: 'received',
  editable: [],
  source: {
    document: 'purchase-order',
    states: ['synced'],
    header: ['companyCode', 'supplierNo', 'plant', 'storageLocation'],
    lines: [...copiedGoods, ...copiedOrder, 'valuationType'],
  },
  actions: {
    store: {
      label: label('入库', 'Put away'),
      from: ['received'],
      to: null,
      isSystem: true,
      isPreviewed: true,
    },
    ...posting.actions,
  },
  history: [
    {
      items: [itemOfOrder],
      event: 'received',
      book: 'stock',
      quantity: 'quantity',
      except: ['reversed'],
      posts: true,
    },
  ],
  refusals: [...posting.refusals, 'batch-data-differs', 'batch-data-mixed'],
  pages: {
    '/outWarehouseCross/associatedReceiveRecordQueryCross': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'erpState', 'materialNo', 'purchaseOrderNo', 'createdAt'],
      columns: [
        'docNo',
        'lineNo',
        'state',
        'erpState',
        'materialNo',
        'description',
        'quantity',
        'unit',
        'bin',
        'batch',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'supplyingCompany',
        'issueNo',
        'deliveryNo',
        'plant',
        'storageLocation',
        'materialDocument',
        'createdAt',
      ],
    },
    '/outWarehouseCross/outWarehouseQueryCross': {
      kind: 'maintain',
      edits: false,
      states: ['received', 'reversalRequested', 'reversalApproved', 'reversed'],
      filters: ['docNo', 'state', 'erpState', 'supplyingCompany', 'issueNo', 'createdAt'],
    },
    ...posting.pages({
      filters: ['supplyingCompany', 'issueNo', 'createdAt'],
      post: '/outWarehouseCross/outWarehousePostProcessCross',
      reversal: {
        path: '/outWarehouseCross/outWarehouseWriteOffProcessCross',
        erpStates: [...erpStatesInBooks, 'reversing'],
      },
      approval: {
        path: '/outWarehouseCross/outWarehouseAuditCross',
        filters: ['docNo', 'erpState', 'supplyingCompany', 'issueNo', 'createdAt'],
      },
      physical: '/outWarehouseCross/outWarehouseRealWriteOffCross',
    }),
  },
})
