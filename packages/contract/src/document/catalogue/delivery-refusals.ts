import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of goods that leave by an outbound delivery of the ERP. */
export const deliveryRefusals = {
  'delivery-unknown': entry(
    422,
    '外向交货单 {no} 不是订单 {order} 的交货单，该订单在 ERP 中的交货单：{known}；请核对交货单号，或请在 ERP 中创建交货单（VL10B、VL01N）后再办理',
    'Outbound delivery {no} is none of order {order}, whose deliveries in the ERP are: {known}; check the number, or have the delivery created in the ERP (VL10B, VL01N) and repeat this',
  ),
  'delivery-missing': entry(
    422,
    '销售订单行 {source} 在 ERP 中没有可发货的外向交货单；请在 ERP 中创建交货单（VL01N、VL10A）后再出库',
    'Sales order item {source} has no outbound delivery in the ERP that is still to be issued; have one created there (VL01N, VL10A), and repeat this',
  ),
  'delivery-issued': entry(
    409,
    '外向交货单 {no} 已在 ERP 中发货过账；请改用其他交货单，或在 ERP 中冲销该发货（VL09）后再办理',
    'The goods issue of outbound delivery {no} is posted in the ERP; use another delivery, or have that goods issue reversed there (VL09), and repeat this',
  ),
  'delivery-blocked': entry(
    409,
    '外向交货单 {no} 在 ERP 中被冻结；请在 ERP 中解除冻结后再办理',
    'Outbound delivery {no} is blocked in the ERP; have the block lifted there, and repeat this',
  ),
  'delivery-taken': entry(
    409,
    '外向交货单 {no} 已由 {by} 出库，一张交货单只发货一次；请改用其他交货单，或先冲销 {by}',
    'The goods of outbound delivery {no} leave with {by}, and a delivery is issued once; use another delivery, or reverse {by} first',
  ),
  'delivery-other-receiver': entry(
    422,
    '外向交货单 {no} 送往工厂 {receiver}，不是内部采购订单的需方工厂 {wanted}；请核对交货单号，或在 ERP 中更正交货单',
    'Outbound delivery {no} goes to plant {receiver}, not to plant {wanted} of the internal order; check the number, or have the delivery corrected in the ERP',
  ),
  'delivery-item-wrong': entry(
    422,
    '外向交货单 {no} 的第 {item} 行不是订单行 {source} 的物料 {material}；对应的交货单行：{items}；请更正交货单行或物料',
    'Item {item} of outbound delivery {no} is not for material {material} of order item {source}; its items for that: {items}; correct the delivery item or the material',
  ),
  'delivery-item-left': entry(
    422,
    '外向交货单 {no} 还有第 {items} 行未在本单中，交货单按整单发货；请补上这些行，或在 ERP 中将其删除或拆分到另一张交货单',
    'Outbound delivery {no} also has item {items}, which this document does not, and is issued as a whole; add these items, or have them deleted or moved to another delivery in the ERP',
  ),
  'delivery-other-place': entry(
    422,
    '外向交货单 {no} 第 {item} 行由 {place} 发货，本单从 {own} 出库；请从 {place} 出库，或在 ERP 中更正交货单',
    'Item {item} of outbound delivery {no} is issued from {place}, but this document issues from {own}; issue it from {place}, or have the delivery corrected in the ERP',
  ),
  'delivery-other-batch': entry(
    422,
    '外向交货单 {no} 第 {item} 行的批次是 {batch}，本行发的是批次 {own}；请发批次 {batch}，或在 ERP 中更正或按批次拆分交货单行',
    'Item {item} of outbound delivery {no} is of batch {batch}, but this line takes batch {own}; take batch {batch}, or have the delivery item corrected or split by batches in the ERP',
  ),
  'delivery-quantity-exceeded': entry(
    422,
    '外向交货单 {no} 第 {item} 行允许 {open} {unit}，本单共发 {quantity} {unit}；请减少数量，或在 ERP 中增加交货数量',
    'Item {item} of outbound delivery {no} permits {open} {unit}, but {quantity} {unit} are issued; reduce the quantity, or have that of the delivery increased in the ERP',
  ),
} as const satisfies Record<string, RefusalEntry>

/** What the deliveries of goods refuse, wherever they leave. */
export const refusalsOfDeliveries = [
  'delivery-issued',
  'delivery-blocked',
  'delivery-taken',
  'delivery-item-wrong',
  'delivery-item-left',
  'delivery-other-place',
  'delivery-other-batch',
  'delivery-quantity-exceeded',
] as const

/** The same of goods of sales orders, of which the system chooses the delivery. */
export const refusalsOfSales = ['delivery-missing', ...refusalsOfDeliveries] as const
