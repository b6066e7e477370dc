import { defineDocument } from '../document/declare/define-document.ts'
import { date, decimal, integer, money, quantity, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { accountAssignment, mirrorHeader, mirrorLine, mirrorStates } from './mirror.ts'

/**
 * Purchase request 采购申请 (EBAN), mirrored: goods a unit wants purchased. SAP: purchase requisition (EBAN).
 */
export const purchaseRequest = defineDocument({
  name: 'purchase-request',
  area: 'external-documents',
  label: label('采购申请', 'Purchase request'),
  prefix: '',
  isMirror: true,
  header: {
    requestDate: date(label('申请日期', 'Request date'), { by: 'server', width: 110 }),
    requestedByName: text(label('申请人', 'Requested by'), { by: 'server', width: 100 }),
    ...mirrorHeader,
  },
  lines: {
    ...mirrorLine,
    releaseStatus: text(label('审批状态', 'Release status'), { by: 'server', width: 90 }),
    orderedQuantity: quantity(label('已订购数量', 'Ordered'), {
      by: 'server',
      isTotalled: true,
      width: 110,
    }),
    purchaseOrderNo: text(label('采购订单', 'Purchase order'), {
      code: 'alpha',
      by: 'server',
      width: 120,
    }),
    purchaseOrderLine: integer(label('订单行', 'Order item'), { by: 'server', width: 70 }),
    // EBAN-PREIS per so many base units (PEINH): what the units expect to pay.
    price: money(label('申请价格', 'Requested price'), {
      by: 'server',
      width: 100,
    }),
    priceUnit: decimal(label('价格单位', 'Price unit'), { by: 'server', decimals: 0, width: 80 }),
    currency: text(label('币种', 'Currency'), { by: 'server', width: 60 }),
    ...accountAssignment,
  },
  relabel: {
    docNo: label('采购申请', 'Purchase request'),
    quantity: label('申请数量', 'Requested'),
    doneQuantity: label('已通知数量', 'Announced'),
    closedQuantity: label('已另行订购', 'Ordered otherwise'),
  },
  states: mirrorStates,
  initial: 'synced',
  editable: [],
  actions: {},
  pages: {
    '/dataCenter/purchaseRequestSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'materialNo', 'plant', 'deliveryDate', 'purchaseOrderNo'],
      columns: [
        'docNo',
        'lineNo',
        'materialNo',
        'description',
        'specification',
        'unit',
        'quantity',
        'orderedQuantity',
        'doneQuantity',
        'openQuantity',
        'price',
        'deliveryDate',
        'plant',
        'storageLocation',
        'requestedByName',
        'requestDate',
        'releaseStatus',
        'purchaseOrderNo',
        'purchaseOrderLine',
        'isCompleted',
        'isDeleted',
        'syncedAt',
      ],
    },
  },
})
