import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of goods that arrive beyond what was announced or ordered. */
export const gateRefusals = {
  'arrival-exceeds-tolerance': entry(
    422,
    '数量 {quantity} 比 {source} 未清的 {rest} {unit} 多 {excess}，订单行 {order} 只允许再多收 {room}（订单 {ordered}，订单的超收容差 {percent}%，已通知或到货 {taken}）；请改小，或请采购员在 ERP 中更改订单',
    'Quantity {quantity} is {excess} more than the open {rest} {unit} of {source}, and order line {order} takes only {room} more (ordered {ordered}, its over-delivery tolerance {percent}%, announced or arrived {taken}); reduce it, or have the buyer change the order in the ERP',
  ),
  'arrival-exceeds-order': entry(
    422,
    '数量 {quantity} 比 {source} 未清的数量多 {excess} {unit}，比订单行 {order} 允许的多 {beyond} {unit}；请更正数量，确实多到的可登记问题单据交采购员',
    'Quantity {quantity} is {excess} {unit} more than is open of {source}, and {beyond} {unit} more than order line {order} permits; correct it, or if so many have arrived, raise a problem document for the buyer',
  ),
  'arrival-excess-reported': entry(
    422,
    '订单行 {order} 多到的 {beyond} {unit} 已登记问题单据 {problem} 交采购员；数量请改为允许的数量，其余在订单更改后再办理到货',
    'Problem document {problem} was raised for the buyer about {beyond} {unit} more than order line {order} permits; reduce the quantity, and record the rest once the order is changed',
  ),
} as const satisfies Record<string, RefusalEntry>
