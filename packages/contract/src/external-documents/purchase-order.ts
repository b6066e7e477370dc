import { defineDocument } from '../document/declare/define-document.ts'
import {
  choice,
  date,
  decimal,
  flag,
  integer,
  money,
  reference,
  text,
} from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import {
  accountAssignment,
  mirrorHeader,
  mirrorLine,
  mirrorStates,
  receivedInErp,
  specialStockFields,
} from './mirror.ts'

/** Why the goods of an order item are not received into stock. */
export const receiptObstacles = {
  consumed: label('收货即消耗（科目分配）', 'Consumed on receipt (account assignment)'),
  service: label('服务或文本项目', 'Service or text item'),
  notExpected: label('不预期收货', 'No receipt expected'),
  notReleased: label('订单未审批', 'Order not released'),
  returned: label('退货项目（退给供应商）', 'Return item (goes back to the supplier)'),
} as const

/** Purchase order 采购订单 (EKKO/EKPO), mirrored. SAP: purchase order (EKKO, EKPO). */
export const purchaseOrder = defineDocument({
  name: 'purchase-order',
  area: 'external-documents',
  label: label('采购订单', 'Purchase order'),
  prefix: '',
  isMirror: true,
  header: {
    supplierNo: reference(label('供应商', 'Supplier'), 'supplier', { by: 'server', width: 180 }),
    // EKKO-RESWK: a plant of the group supplies the goods, not the supplier: an internal order.
    supplyingPlant: text(label('供货工厂', 'Supplying plant'), { by: 'server', width: 90 }),
    orderDate: date(label('订单日期', 'Order date'), { by: 'server', width: 110 }),
    currency: text(label('币种', 'Currency'), { by: 'server', width: 60 }),
    purchasingGroup: text(label('采购组', 'Purchasing group'), { by: 'server', width: 80 }),
    ...mirrorHeader,
  },
  lines: {
    ...mirrorLine,
    purchaseOrderNo: text(label('采购订单', 'Purchase order'), {
      code: 'alpha',
      by: 'server',
      width: 120,
    }),
    purchaseOrderLine: integer(label('订单行', 'Order item'), { by: 'server', width: 70 }),
    // EKPO-KONNR, -KTPNR: the contract that the item calls off.
    contractNo: text(label('合同号', 'Contract no.'), { by: 'server', width: 110 }),
    contractLine: integer(label('合同行', 'Contract item'), { by: 'server', width: 70 }),
    overDeliveryPercent: decimal(label('超收容差 %', 'Over-delivery %'), {
      by: 'server',
      decimals: 1,
      width: 90,
    }),
    underDeliveryPercent: decimal(label('欠收容差 %', 'Under-delivery %'), {
      by: 'server',
      decimals: 1,
      width: 90,
    }),
    isUnlimitedOverDelivery: flag(label('无限超收', 'Unlimited over-delivery'), {
      by: 'server',
      width: 80,
    }),
    netPrice: money(label('净价', 'Net price'), { by: 'server', width: 100 }),
    priceUnit: decimal(label('价格单位', 'Price unit'), { by: 'server', decimals: 0, width: 80 }),
    valuationType: text(label('评估类型', 'Valuation type'), { by: 'server', width: 100 }),
    // EKPO-LOEKZ S: nothing is delivered or received on the item until the buyer lifts the block.
    isBlocked: flag(label('已冻结', 'Blocked'), { by: 'server', width: 70 }),
    receiptObstacle: choice(label('不可入库原因', 'Not received because'), receiptObstacles, {
      by: 'server',
      width: 150,
    }),
    ...accountAssignment,
    ...specialStockFields,
    ...receivedInErp,
  },
  relabel: {
    docNo: label('采购订单', 'Purchase order'),
    quantity: label('订单数量', 'Ordered'),
    doneQuantity: label('已通知数量', 'Announced'),
    closedQuantity: label('不在此收货', 'Not received here'),
  },
  states: mirrorStates,
  initial: 'synced',
  editable: [],
  actions: {},
  pages: {
    '/dataCenter/purchaseOrderSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'supplierNo', 'materialNo', 'plant', 'deliveryDate', 'progress'],
      columns: [
        'docNo',
        'lineNo',
        'progress',
        'supplierNo',
        'materialNo',
        'description',
        'specification',
        'unit',
        'quantity',
        'doneQuantity',
        'heldQuantity',
        'receivedQuantity',
        'openQuantity',
        'deliveryDate',
        'plant',
        'storageLocation',
        'netPrice',
        'overDeliveryPercent',
        'specialStock',
        'wbsElement',
        'contractNo',
        'receiptObstacle',
        'isCompleted',
        'isDeleted',
        'isBlocked',
        'syncedAt',
      ],
    },
  },
})
