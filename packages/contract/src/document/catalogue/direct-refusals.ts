import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of goods that go from the supplier's truck straight to their unit (直送), and of consignment that is closed short. */
export const directRefusals = {
  'source-of-other-kind': entry(
    409,
    '{source} 的{field}是“{value}”，这里只受理“{wanted}”；请在受理“{value}”的页面办理，或先更正{field}',
    '{field} of {source} is "{value}", but only "{wanted}" is taken up here; take it up on the page for "{value}", or correct its {field} first',
  ),
  'order-consumed': entry(
    409,
    '订单行 {source} 有科目分配，收货即消耗，不入库；请将送货方式选为“直送”，由使用单位签收',
    'Order line {source} has an account assignment and is consumed with its receipt, not put into stock; choose the delivery mode "Direct to site", so that its unit signs for it',
  ),
  'direct-inspection': entry(
    409,
    '{material} 须检验，验收合格前不能直送给使用单位；请将送货方式改为“到库”，到货、验收、收货后再出库',
    '{material} must be inspected and does not go to its user before it is accepted; change the delivery mode to "To warehouse", so that it arrives, is inspected and received, and is issued then',
  ),
  'delivery-mode-same': entry(
    409,
    '送货单 {no} 的送货方式已是“{mode}”；请选择另一种方式',
    'Delivery mode of note {no} is "{mode}" already; choose the other one',
  ),
  'direct-signer-elsewhere': entry(
    409,
    '{signer} 不是直送单位 {unit} 的领料人；请由该单位的领料人签收，或撤回直送后更正单位',
    '{signer} is no requester of unit {unit}; have one of that unit sign, or recall the goods and correct the unit',
  ),
  'direct-signer-himself': entry(
    403,
    '{signer} 有自己的账号 {account}，须由本人登录签收；现场无法登录时，请该单位没有账号的领料人签收',
    '{signer} has an account of his own, {account}, and signs with it; if he cannot, have a requester of the unit sign who has none',
  ),
  'direct-all-refused': entry(
    422,
    '{no} 没有签收任何货物；全部拒收时请由发货的保管员撤回直送，货物改送仓库或由供应商拉回',
    'Nothing of {no} is signed for; if the unit refuses all of it, have the keeper who sent it recall the goods, which then go to the warehouse or back to the supplier',
  ),
  'consignment-in-stock': entry(
    409,
    '{source} 的 {material} 须检验，到货时已入质检库存，不能直接关闭；请由质检登记短缺，或验收后收货或退货',
    '{material} of {source} must be inspected and has been in inspection stock since its arrival, so it cannot simply be closed; have the inspector record it as missing, or receive or return it after its inspection',
  ),
  'consignment-delivered-again': entry(
    409,
    '{source} 只剩 {free} {unit}，撤销关闭需重新占用 {quantity}：关闭后供应商已另行送货；请先撤销占用它的到货',
    'Only {free} {unit} of {source} are left, but {quantity} are needed to withdraw the closing: the supplier has delivered them again since; withdraw the arrival that took them first',
  ),
} as const satisfies Record<string, RefusalEntry>
