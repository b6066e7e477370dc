import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of initial stock, entered as new or taken over from the ERP. */
export const openingRefusals = {
  'initialisation-closed': entry(
    409,
    '库存地点 {plant}/{storageLocation} 已有其他库存移动（{by}），期初初始化已永久关闭',
    'Storage location {plant}/{storageLocation} has other movements ({by}); its initialisation is closed for good',
  ),
  'initialisation-repeated': entry(
    409,
    '库存地点 {plant}/{storageLocation} 已由 {by} 初始化',
    'Storage location {plant}/{storageLocation} was already initialised by {by}',
  ),
  'special-stock-incomplete': entry(
    422,
    '物料 {material}：特殊库存与其参考（供应商、WBS 元素或销售订单/项目）须同时填写',
    'Material {material}: special stock and its reference (supplier, WBS element or sales order/item) are entered together',
  ),
  'erp-stock-not-read': entry(
    409,
    '库存地点 {plant}/{storageLocation} 在 SAP 中的库存近 {minutes} 分钟内未能读取（上次读取：{readAt}）；请在“SAP接口配置”中检查接口“实时库存”后重试',
    'The stock of storage location {plant}/{storageLocation} in the ERP was not read within the last {minutes} {minutes|minute|minutes} (last read: {readAt}); check the interface "Material stock" in the SAP interface configuration, and try again',
  ),
  'erp-stock-changed': entry(
    409,
    '{goods}：提交后 SAP 库存由 {before} 变为 {after} {unit}；请退回，由录入人重新读取并核对',
    '{goods}: since it was submitted the ERP quantity changed from {before} to {after} {unit}; return the document, and have it read and counted again',
  ),
  'erp-stock-not-listed': entry(
    422,
    'SAP 有 {goods} {quantity} {unit}，单据中没有；请增加一行填写实盘数量（没有实物填 0）',
    'The ERP holds {quantity} {unit} of {goods}, which the document does not list; add a line with the counted quantity (0 if there is none)',
  ),
  'erp-stock-not-takeable': entry(
    409,
    'SAP 有 {goods} {quantity} {unit}，该类库存不能接管；请先在 SAP 中转为非限制、质检或冻结库存，再读取',
    'The ERP holds {quantity} {unit} of {goods}, a kind of stock that cannot be taken over; transfer it in the ERP to unrestricted, inspection or blocked stock first, then read again',
  ),
  'erp-stock-exists': entry(
    409,
    'SAP 已有 {goods} {quantity} {unit}，作为新库存过账会重复；请改为“{origin}”',
    'The ERP already holds {quantity} {unit} of {goods}, and posting it as new would double it; choose "{origin}"',
  ),
  'difference-unexplained': entry(
    422,
    '{goods}：实盘 {counted}，SAP {erp}，差异 {difference} {unit}；请填写差异原因，或更正数量',
    '{goods}: counted {counted}, in the ERP {erp}, difference {difference} {unit}; enter the reason of the difference, or correct the quantity',
  ),
} as const satisfies Record<string, RefusalEntry>
