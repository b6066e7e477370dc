import { defineDocument } from '../document/declare/define-document.ts'
import { date, quantity, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { mirrorHeader, mirrorLine, mirrorStates, salesOrderItem } from './mirror.ts'

/**
 * Sales order 销售订单 (VBAK/VBAP), mirrored; goods issued for an item are posted with 231 and charged to it. SAP: sales
 * order (VBAK).
 */
export const salesOrder = defineDocument({
  name: 'sales-order',
  area: 'external-documents',
  label: label('销售订单', 'Sales order'),
  prefix: '',
  isMirror: true,
  header: {
    customerNo: text(label('客户', 'Customer'), { by: 'server', width: 120 }),
    customerName: text(label('客户名称', 'Customer name'), { by: 'server', width: 200 }),
    orderDate: date(label('订单日期', 'Order date'), { by: 'server', width: 110 }),
    ...mirrorHeader,
  },
  lines: {
    ...mirrorLine,
    ...salesOrderItem,
    confirmedQuantity: quantity(label('确认数量', 'Confirmed'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    deliveryStatus: text(label('交货状态', 'Delivery status'), { by: 'server', width: 90 }),
    wbsElement: text(label('WBS元素', 'WBS element'), {
      code: 'capitals',
      by: 'server',
      width: 130,
    }),
  },
  relabel: {
    docNo: label('销售订单', 'Sales order'),
    quantity: label('订单数量', 'Ordered'),
    doneQuantity: label('已申请数量', 'Requested'),
    closedQuantity: label('ERP 已交货数量', 'Delivered in ERP'),
  },
  states: mirrorStates,
  initial: 'synced',
  editable: [],
  actions: {},
  pages: {
    '/dataCenter/salesOrderSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'customerNo', 'materialNo', 'plant', 'deliveryDate', 'progress'],
      columns: [
        'docNo',
        'lineNo',
        'progress',
        'customerNo',
        'materialNo',
        'description',
        'unit',
        'quantity',
        'doneQuantity',
        'openQuantity',
        'heldQuantity',
        'closedQuantity',
        'confirmedQuantity',
        'deliveryDate',
        'deliveryStatus',
        'plant',
        'storageLocation',
        'wbsElement',
        'orderDate',
        'isCompleted',
        'syncedAt',
      ],
    },
  },
})
