import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of goods that arrived before their papers, and of the papers that follow (补单). */
export const supplementRefusals = {
  'order-item-unknown': entry(
    422,
    '没有采购订单行 {source}；请核对订单号和行号，刚在 ERP 建立的订单待下次同步后再补',
    'There is no purchase order item {source}; check order and item: one just created in the ERP is there after the next synchronisation',
  ),
  'order-item-none': entry(
    422,
    '没有供应商 {supplier} 的未清采购订单行可供物料 {material} 在 {plant}/{storageLocation} 补单；请采购员在 ERP 下达订单，同步后再补，或填写订单号和行号',
    'No open purchase order item of supplier {supplier} fits material {material} at {plant}/{storageLocation}; have the buyer order it in the ERP and add the papers after the next synchronisation, or enter order and item',
  ),
  'order-item-differs': entry(
    422,
    '采购订单行 {source} 的{field}是 {ordered}，到货的是 {arrived}；请选{field}一致的订单行，或请采购员在 ERP 中更正订单',
    '{field} of purchase order item {source} is {ordered}, but {arrived} arrived; choose an item that agrees, or have the buyer correct the order in the ERP',
  ),
  'supplement-imported': entry(
    409,
    '{no} 的货物是进口货物，海关放行前不能办理到货；请供应商建送货单并办理清关，本单退回供应商',
    'The goods of {no} are imported and do not arrive before customs releases them; have the supplier announce them by a delivery note and clear them, and send these back',
  ),
  'supplement-awaits-customs': entry(
    409,
    '采购订单行 {source} 的进口送货单 {no} 尚未放行[（清关单 {by}）]，{arrival} 的货物可能是它的货；请在清关单登记放行后再补单，或将货物退回',
    'Imported delivery note {no} of purchase order item {source} is not released by customs[ (clearance {by})], and the goods of {arrival} may be its goods; add the papers once the release is registered on the clearance, or send the goods back',
  ),
  'supplement-stands': entry(
    409,
    '{no} 是无单到货单 {by} 补的送货单，货物已到，不能单独{action}；请在 {by} 上撤销补单',
    'Delivery note {no} is the paper of {by}, whose goods are there, so "{action}" alone is not possible; withdraw the papers on {by}',
  ),
  'supplement-order-taken': entry(
    409,
    '订单行 {source} 只剩 {free} {unit}，撤销补单后 {no} 需重新占用 {quantity}；请先撤销占用该订单行的送货单',
    'Only {free} {unit} of order item {source} are left, but {no} needs {quantity} again once its paper is withdrawn; withdraw the delivery note that took them first',
  ),
  'unposted-holds-month': entry(
    409,
    '期间 {period} 的{document} {no}（{date}，{plant}/{storageLocation}，制单人 {who}）{state}；请先处理 {no}，或在申请中写明它留待以后处理',
    'The {document} {no} of period {period} ({date}, {plant}/{storageLocation}, by {who}) is: {state}; settle {no} first, or say in the request that it is left for later',
  ),
  'papers-hold-month': entry(
    409,
    '期间 {period} 不能关闭：{document} {no} 第 {item} 行 {material} {quantity} {unit} 应于 {due} 前补单，至今未补（工厂 {plant}，登记人 {who}）；请先{todo}，或将货物退回',
    'Period {period} cannot be closed: the papers of {document} {no}, line {item}, {quantity} {unit} of {material}, were due by {due} and are missing (plant {plant}, registered by {who}); do this first: {todo}, or send the goods back',
  ),
  'papers-overdue': entry(
    409,
    '工厂 {plant} 有 {count} 张以前月份的单据逾期未补单（{numbers}）；请先补单或退回，再登记新的无单到货；有采购订单的货物请建送货单后到货',
    'The papers of {count} {count|document|documents} of earlier months are missing in plant {plant} ({numbers}); add them or send the goods back before you register further goods without papers; goods with an order arrive on a delivery note',
  ),
} as const satisfies Record<string, RefusalEntry>
