import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of goods and places that are held: by which document, by whom and until when. */
export const freezeRefusals = {
  'stock-frozen': entry(
    409,
    '{material}[ 在货位 {bin}][ 批次 {batch}] 被 {by} 冻结[（{person}）][，至 {until}]：可用 {available}，需要 {wanted}；请先办理解冻，或减少数量、另选货位',
    '{material}[ in bin {bin}][, batch {batch},] is frozen by {by}[ ({person})][ until {until}]: {available} available, {wanted} wanted; have it released first, reduce the quantity, or choose another bin',
  ),
  'batch-frozen': entry(
    409,
    '{material} 批次 {batch} 有质量疑问，被批次冻结单 {by} 整批冻结[（{person}）][，至 {until}]：无论由谁占用，均不得领用、拣配、调出或调账；请改用其他批次，或由冻结人以外的人在 {by} 上解冻后再办理',
    'Batch {batch} of {material} is in doubt and frozen as a whole by {by}[ ({person})][ until {until}]: whoever has reserved it, it is not issued, picked, transferred or adjusted; use another batch, or have somebody other than who froze it release {by} first',
  ),
  'bin-frozen': entry(
    409,
    '货位 {bin} 被 {by} 冻结[（{person}）][，至 {until}]，不能放入货物；请另选货位，或先办理解冻',
    'Bin {bin} is frozen by {by}[ ({person})][ until {until}], so nothing is put into it; choose another bin, or have it released first',
  ),
  'freeze-released-by-freezer': entry(
    403,
    '{source} 由您冻结：质量、争议冻结须由他人判定解除；请由质检员或班组其他人员办理解冻',
    'You froze the goods of {source}: goods in doubt are released by somebody else; have an inspector or a colleague release them',
  ),
  'freeze-place-unclear': entry(
    422,
    '范围为“{scope}”时{wanted}；请补正该行',
    'With scope "{scope}" {wanted}; correct the line',
  ),
  'freeze-area-unknown': entry(
    422,
    '库存地点 {plant}/{storageLocation} 没有库区 {area}[，其库区有：{areas}]；请改为其中之一，或先在货位管理中维护货位的库区',
    'Storage location {plant}/{storageLocation} has no area {area}[; its areas are: {areas}]; enter one of them, or maintain the areas of its bins first',
  ),
  'freeze-batch-unknown': entry(
    422,
    '公司 {company} 没有物料 {material} 的批次 {batch}[，其批次有：{batches}]；请核对批次号：尚未到货的批次在到货登记后冻结',
    'Company {company} has no batch {batch} of material {material}[; its batches are: {batches}]; check the number: a batch that has not arrived is frozen once its arrival is recorded',
  ),
  'freeze-batch-held': entry(
    409,
    '{material} 批次 {batch} 已被 {by} 整批冻结[（{person}）][，至 {until}]；请在 {by} 上办理',
    'Batch {batch} of {material} is frozen as a whole by {by}[ ({person})][ until {until}] already; act on {by}',
  ),
  'freeze-place-held': entry(
    409,
    '{place} 已被 {by} 冻结[（{person}）][，至 {until}]；请在 {by} 上办理，或先解冻',
    '{place} is frozen by {by}[ ({person})][ until {until}] already; act on {by}, or have it released first',
  ),
} as const satisfies Record<string, RefusalEntry>
