import { entry } from './refusal-entry.ts'

/** Refusals of safety stocks, quotas and replenishment requests. */
export const quotaRefusals = {
  'quota-order': entry(
    422,
    '物料 {material} 的定额须满足 最低 {minimum} ≤ 补货点 {reorder} ≤ 最高 {maximum}，且安全库存 {safety} ≤ 补货点；请改正',
    'The quota of material {material} must have minimum {minimum} ≤ reorder point {reorder} ≤ maximum {maximum}, and safety stock {safety} ≤ reorder point; correct it',
  ),
  'quota-repeated': entry(
    422,
    '物料 {material} 已在第 {other} 行，每种物料只填一行；请删除一行',
    'Material {material} is on line {other} already; each material has one line, so remove one',
  ),
  'quota-place-unlisted': entry(
    422,
    '库存地点 {place} 不在安全库存地点清单内（现有：{places}）；请先在“安全库存地点维护”中登记',
    'Storage location {place} is none with safety stock (there are {places}); register it on page "Safe-stock storage locations" first',
  ),
  'quota-not-maintained-by': entry(
    403,
    '物料组 {group} 在 {place} 的安全库存由 {persons} 维护；请由其录入，或在“安全库存维护人”中增加您的账号',
    'The safety stock of material group {group} at {place} is maintained by {persons}; they enter it, or your account is added on page "Safe-stock maintainers"',
  ),
  'quota-missing': entry(
    422,
    '物料 {material} 在 {place} 没有生效的定额，不能申请补库；请先在“安全库存维护”中建立',
    'Material {material} has no quota in force at {place}, so nothing is to be replenished; enter one on page "Maintain safe stock" first',
  ),
  'replenishment-repeated': entry(
    422,
    '物料 {material} 补库建议为 {missing}，不能申请 {quantity}：目标 {target}，已有、在途及已申请共 {covered}；请改为不超过 {missing}',
    'Of material {material} {missing} are missing, not {quantity}: the target is {target}, and {covered} are in stock, coming or asked for; ask for {missing} at most',
  ),
  'quota-not-requested-by': entry(
    403,
    '物料组 {group} 在 {place} 由 {persons} 请购；请由其提出，或在“请购人安全库存配置”中增加您的账号',
    'Purchases of material group {group} at {place} are requested by {persons}; they ask for it, or your account is added on page "Purchase requester safe-stock configuration"',
  ),
} as const
