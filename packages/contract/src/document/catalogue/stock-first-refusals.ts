import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of goods announced against a purchase request, and of stock taken instead (先利库后采购). */
export const stockFirstRefusals = {
  'request-deleted': entry(
    409,
    '采购申请 {source} 已在 ERP 中删除；请否决本单，或撤回后去掉该行',
    'Purchase request {source} is deleted in the ERP; decline the document, or withdraw it and remove the line',
  ),
  'request-completed': entry(
    409,
    '采购申请 {source} 已在 ERP 中关闭；请否决本单，或请申请人在 ERP 中重新打开',
    'Purchase request {source} is closed in the ERP; decline the document, or have the requester reopen it in the ERP',
  ),
  'request-reduced': entry(
    409,
    '采购申请 {source} 在 ERP 中已减为 {requested} {unit}，已通知 {taken}，多出 {excess}；请退回，改小后重新提交',
    'Purchase request {source} was reduced to {requested} {unit} in the ERP, but {taken} are announced, {excess} too many; return the document to have it reduced and submitted again',
  ),
  'request-exceeded': entry(
    422,
    '数量 {quantity} 超过采购申请 {source} 的可通知数量 {free} {unit}（未清 {left}，草稿占用 {held}，已利库 {covered}）；请改小，或请申请人在 ERP 中增加数量',
    'Quantity {quantity} exceeds the {free} {unit} that may be announced of purchase request {source} (open {left}, held by drafts {held}, taken from stock {covered}); reduce it, or have the requester increase the request in the ERP',
  ),
  'request-not-ordered': entry(
    409,
    '采购申请 {source} 还没有采购订单；请在 ERP 中下达订单，同步后再转送货单',
    'Purchase request {source} has no purchase order yet; have it ordered in the ERP, and make the delivery note after the next synchronisation',
  ),
  'request-order-differs': entry(
    422,
    '采购申请行的采购订单 {source} 的{field}是 {ordered}，本单是 {announced}；请在 ERP 中更正订单，或取消本单后按订单建送货单',
    'Purchase order item {source} of the request has {field} {ordered}, this document {announced}; correct the order in the ERP, or cancel this document and announce the goods of the order',
  ),
  'request-stock-taken': entry(
    409,
    '{no} 已利用库存（领料单 {requisition}），不能{action}；其余数量请批准或否决',
    'Stock was taken for {no} already (requisition {requisition}), so "{action}" is not possible; approve or decline what is left',
  ),
  'stock-not-equivalent': entry(
    422,
    '物料 {material} 不能代替 {wanted}：名称、规格型号、材质、单位和危险类别须一致，图号不得不同；请选择面板中列出的物料',
    'Material {material} does not replace {wanted}: description, specification, grade, unit and hazard class must agree, and drawing numbers must not differ; choose a material of the panel',
  ),
  'stock-first-short': entry(
    409,
    '{plant}/{storageLocation} 的物料 {material} 只有 {available} {unit} 可用，不足 {quantity}；请改小数量，或换一处库存',
    'Only {available} {unit} of material {material} are available at {plant}/{storageLocation}, less than {quantity}; reduce the quantity, or choose other stock',
  ),
} as const satisfies Record<string, RefusalEntry>
