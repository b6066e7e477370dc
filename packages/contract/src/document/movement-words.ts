import { label } from './declare/label.ts'

// The codes that determine the movement type of a move besides its places. The configured movement rules use them; they
// are defined only here.

/** Account assignments, or reasons for a movement without one. */
export const accountAssignments = {
  'cost-center': label('成本中心', 'Cost centre'),
  project: label('项目（WBS元素）', 'Project (WBS element)'),
  order: label('内部订单/工单', 'Order'),
  network: label('网络', 'Network'),
  'sales-order': label('销售订单', 'Sales order'),
  asset: label('固定资产', 'Asset'),
  'production-order': label('生产订单', 'Production order'),
  'return-order': label('退货订单', 'Return order'),
  shortage: label('到货短缺', 'Shortage of an arrival'),
  'free-of-charge': label('免费', 'Free of charge'),
  'other-plant': label('其他工厂', 'Other plant'),
  'other-company': label('其他公司', 'Other company'),
} as const

export type AccountAssignmentKind = keyof typeof accountAssignments

/** The ERP document a movement refers to. */
export const movementBases = {
  'purchase-order': label('采购订单', 'Purchase order'),
  order: label('生产订单', 'Production order'),
  delivery: label('交货单', 'Delivery'),
} as const

export type MovementBasisKind = keyof typeof movementBases

/** The objects of account assignments and bases, as named in refusals. */
export const movementObjects = {
  costCenter: label('成本中心', 'cost centre'),
  wbsElement: label('WBS元素', 'WBS element'),
  orderNo: label('订单号', 'order number'),
  networkNo: label('网络号', 'network number'),
  salesOrder: label('销售订单号', 'sales order number'),
  salesOrderItem: label('销售订单行', 'sales order item'),
  assetNo: label('资产号', 'asset number'),
  purchaseOrder: label('采购订单号', 'purchase order number'),
  purchaseOrderItem: label('采购订单行', 'purchase order item'),
  delivery: label('交货单号', 'delivery number'),
  deliveryItem: label('交货单行', 'delivery item'),
} as const

export type MovementObject = keyof typeof movementObjects
