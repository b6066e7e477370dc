import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of batches, their dates, and second quantities. */
export const batchRefusals = {
  'batch-data-differs': entry(
    409,
    '物料 {material}[ 批次 {batch}]已有库存，其{field}为 {recorded}，本行为 {given}；请核对实物和质保书后改为一致，或以另一批次号入库；登记有误的，请先在“库存调整”开批次更改单',
    'Material {material}[, batch {batch},] is in stock with {field} {recorded}, and this line states {given}; compare the goods and their papers and correct the line, or receive them as another batch; if what is recorded is wrong, make a batch change first',
  ),
  'batch-data-mixed': entry(
    422,
    '物料 {material}[ 批次 {batch}]的{field}在第 {other} 行为 {recorded}，本行为 {given}；同一批次须一致，请更正，或分为两个批次',
    'Material {material}[, batch {batch},] has {field} {recorded} on line {other} and {given} on this line; a batch has one: correct it, or make two batches',
  ),
  'batch-data-same': entry(
    422,
    '物料 {material}[ 批次 {batch}]的数据没有更改；请填写新值，选择要清除的内容，或删除该行',
    'Nothing of material {material}[, batch {batch},] is changed; enter a new value, choose what to clear, or remove the line',
  ),
  'batch-data-cleared-and-new': entry(
    422,
    '物料 {material}[ 批次 {batch}]的{field}既填写了新值 {given}，又选择了清除；请只保留一项',
    'For material {material}[, batch {batch},] a new {field} {given} is entered, and it is to be cleared; keep one of the two',
  ),
  'batch-expiry-needed': entry(
    422,
    '物料 {material}[ 批次 {batch}]管理有效期，不能清除有效期至；请填写新有效期至',
    'Material {material}[, batch {batch},] has a shelf life, so its expiry date cannot be cleared; enter the new expiry date',
  ),
  'batch-data-changed': entry(
    409,
    '物料 {material}[ 批次 {batch}]的{field}提交时为 {kept}，现为 {recorded}；请退回，由制单人核对后重新提交',
    'Material {material}[, batch {batch},] had {field} {kept} when this was submitted and has {recorded} now; return it, to be checked and submitted again',
  ),
  'batch-data-changed-since': entry(
    409,
    '物料 {material}[ 批次 {batch}]的{field}由本单改为 {given}，之后又改为 {recorded}，不能冲销；请先冲销之后的更改，或另开批次更改单',
    'Material {material}[, batch {batch}]: {field} was changed to {given} here and to {recorded} since, so this cannot be reversed; reverse the later change first, or make another batch change',
  ),
  'expiry-before-production': entry(
    422,
    '物料 {material}[ 批次 {batch}]：有效期至 {expiry} 早于生产日期 {production}；请更正',
    'Material {material}[, batch {batch}]: expiry date {expiry} is before production date {production}; correct it',
  ),
  'production-in-future': entry(
    422,
    '物料 {material}[ 批次 {batch}]：生产日期 {production} 晚于今天（{today}）；请更正',
    'Material {material}[, batch {batch}]: production date {production} is after today ({today}); correct it',
  ),
  'second-unit-incomplete': entry(
    422,
    '第二单位、换算分子、换算分母和允许偏差须同时填写或同时为空，第二单位不能与基本单位相同',
    'Second unit, numerator, denominator and permitted deviation are entered together or not at all, and the second unit is not the base unit',
  ),
  'second-unit-in-stock': entry(
    409,
    '物料 {material} 仍有库存 {quantity} {unit}，第二单位不能更改；请先全部发出或转出，再更改',
    'Material {material} has stock, {quantity} {unit}, so its second unit cannot be changed; issue all of it first',
  ),
  'second-unit-none': entry(
    422,
    '物料 {material} 没有第二单位，不能填写第二数量；请清空，或由管理员先在物料主数据中维护第二单位',
    'Material {material} has no second unit, so no second quantity can be entered; clear it, or have the second unit maintained in the material first',
  ),
  'second-quantity-required': entry(
    422,
    '物料 {material} 有第二单位 {secondUnit}，须填写第二数量；请过磅后填写（按计划约 {planned} {secondUnit}）',
    'Material {material} has the second unit {secondUnit}, so its second quantity is required: weigh the goods and enter it (planned about {planned} {secondUnit})',
  ),
  'second-quantity-deviates': entry(
    422,
    '{quantity} {unit} 按计划折合 {planned} {secondUnit}（{numerator} {secondUnit} = {denominator} {unit}），填写的 {second} {secondUnit} 偏差 {deviation}%，超过允许的 {limit}%；请重新过磅或核对数量',
    '{quantity} {unit} are {planned} {secondUnit} as planned ({numerator} {secondUnit} = {denominator} {unit}); {second} {secondUnit} deviates by {deviation}%, more than the permitted {limit}%: weigh again, or check the quantity',
  ),
  'second-quantity-without-goods': entry(
    422,
    '物料 {material} 实盘 0 {unit}，第二数量却填了 {second} {secondUnit}；请清空第二数量，或核对实盘数量',
    'Of material {material} 0 {unit} are counted, but {second} {secondUnit} in the second unit; clear the second quantity, or check the count',
  ),
  'second-quantity-beyond-stock': entry(
    409,
    '{material}[ 在货位 {bin}][ 批次 {batch}]：移动 {second} {secondUnit}，库存只有 {left} {secondUnit}；请改小，或留空由系统按库存比例计算',
    '{material}[ in bin {bin}][, batch {batch}]: {second} {secondUnit} to be moved, {left} {secondUnit} in stock; reduce it, or leave it empty to have the share of the stock computed',
  ),
  'second-quantity-moved-on': entry(
    409,
    '{material}[ 在货位 {bin}][ 批次 {batch}]：须退回 {second} {secondUnit}，而库存为 {left} {secondUnit}（该货已与其他单据的货一起发出过一部分）；请先冲销之后的单据',
    '{material}[ in bin {bin}][, batch {batch}]: {second} {secondUnit} would be taken back, the stock has {left} {secondUnit}, because a part of it was issued together with goods of others; reverse the later documents first',
  ),
  'batch-required': entry(
    422,
    '物料 {material} 实行批次管理，请填写批次',
    'Material {material} is batch-managed; enter the batch',
  ),
  'batch-not-allowed': entry(
    422,
    '物料 {material} 不实行批次管理，请清空批次 {batch}',
    'Material {material} is not batch-managed; clear batch {batch}',
  ),
  'batch-expired': entry(
    422,
    '批次 {batch} 已于 {expiry} 过期',
    'Batch {batch} expired on {expiry}',
  ),
  'expiry-required': entry(
    422,
    '物料 {material} 管理有效期，请填写生产日期或有效期',
    'Material {material} has a shelf life; enter production or expiry date',
  ),
  'remaining-life-short': entry(
    422,
    '批次 {batch} 剩余 {days} 天，少于物料 {material} 要求的 {required} 天',
    'Batch {batch} has {days} {days|day|days} left, fewer than the {required} {required|day|days} material {material} needs',
  ),
} as const satisfies Record<string, RefusalEntry>
