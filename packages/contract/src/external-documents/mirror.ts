import { specialStocks } from '../document/declare/stock-words.ts'
import {
  choice,
  date,
  flag,
  instant,
  integer,
  quantity,
  reference,
  text,
} from '../document/declare/field.ts'
import { state } from '../document/declare/define-document.ts'
import { label } from '../document/declare/label.ts'

// External documents: orders, requests, reservations and sales orders of the ERP. They are read-only mirrors (domain.md
// 1.2); their open quantity is read again before each commitment.

/** The states of a mirrored document, set by the ERP. */
export const mirrorStates = {
  synced: state(label('已同步', 'In sync'), 'waiting'),
  completed: state(label('已完成', 'Completed'), 'done'),
  deleted: state(label('已删除', 'Deleted'), 'cancelled'),
} as const

/** Header fields of every mirror. */
export const mirrorHeader = {
  syncedAt: instant(label('同步时间', 'Synchronised at'), { by: 'server', width: 150 }),
  changedInErpAt: instant(label('ERP 更改时间', 'Changed in ERP at'), { by: 'server', width: 150 }),
} as const

/** Line fields of every mirror; plant and storage location are on the line, as in the ERP. */
export const mirrorLine = {
  plant: reference(label('工厂', 'Plant'), 'plant', { by: 'server', width: 70 }),
  storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
    by: 'server',
    width: 90,
  }),
  deliveryDate: date(label('交货日期', 'Delivery date'), { by: 'server', width: 110 }),
  isCompleted: flag(label('已完成', 'Completed'), { by: 'server', width: 70 }),
  isDeleted: flag(label('已删除', 'Deleted'), { by: 'server', width: 70 }),
} as const

/** The account assignment in the ERP. */
export const accountAssignment = {
  costCenter: text(label('成本中心', 'Cost centre'), { code: 'alpha', by: 'source', width: 100 }),
  wbsElement: text(label('WBS元素', 'WBS element'), { code: 'capitals', by: 'source', width: 130 }),
  orderNo: text(label('内部订单/工单', 'Order'), { code: 'alpha', by: 'source', width: 110 }),
  networkNo: text(label('网络', 'Network'), { code: 'alpha', by: 'source', width: 90 }),
  assetNo: text(label('固定资产', 'Asset'), { code: 'alpha', by: 'source', width: 110 }),
  assetSubNo: text(label('资产次级编号', 'Asset subnumber'), {
    code: 'alpha',
    by: 'source',
    width: 90,
  }),
  glAccount: text(label('总账科目', 'G/L account'), { code: 'alpha', by: 'source', width: 100 }),
} as const

/** The item of the sales order the goods are issued for. */
export const salesOrderItem = {
  salesOrderNo: text(label('销售订单', 'Sales order'), { code: 'alpha', by: 'source', width: 110 }),
  salesOrderLine: integer(label('销售订单行', 'Sales order item'), { by: 'source', width: 90 }),
} as const

/** The same, with the outbound delivery by which the ERP issues the goods; none where a rule posts them as 231. */
export const soldItem = {
  ...salesOrderItem,
  deliveryNo: text(label('交货单', 'Delivery'), { by: 'server', code: 'alpha', width: 110 }),
  deliveryItem: integer(label('交货单行', 'Delivery item'), { by: 'server', width: 80 }),
} as const

/** The reservation of the ERP that asks for the goods. */
export const reservationNo = text(label('预留号', 'Reservation'), {
  code: 'alpha',
  by: 'source',
  width: 110,
})

/** The movement type with which the ERP's reservation item is withdrawn (RESB-BWART); goods are issued with it only. */
export const reservedMovementType = {
  movementType: text(label('移动类型', 'Movement type'), { by: 'source', width: 80 }),
} as const

/** Special stock (SOBKZ) of the goods: empty is own, K consignment, Q project, E sales order. */
export const specialStockFields = {
  specialStock: text(label('特殊库存', 'Special stock'), { by: 'source', width: 80 }),
  specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
    code: 'filled',
    by: 'source',
    width: 120,
  }),
} as const

/** The special stock of goods that are issued: chosen by the storekeeper where the demand names none. */
export const chosenSpecialStock = {
  specialStock: choice(label('特殊库存', 'Special stock'), specialStocks, {
    by: 'source',
    isEnteredIfEmpty: true,
    width: 80,
  }),
  specialStockReference: text(label('特殊库存参考', 'Special stock reference'), {
    code: 'filled',
    by: 'source',
    isEnteredIfEmpty: true,
    lengthMax: 40,
    width: 120,
  }),
} as const

/** The quantity already posted for the line in the ERP. */
export const receivedInErp = {
  receivedQuantity: quantity(label('ERP 已收货数量', 'Received in ERP'), {
    by: 'server',
    width: 120,
  }),
} as const
