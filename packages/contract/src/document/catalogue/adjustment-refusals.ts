import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of stock adjustments (what is none, and which document stands in the way) and of notes on the stock. */
export const adjustmentRefusals = {
  'adjustment-same': entry(
    422,
    '物料 {material}[（货位 {bin}）][ 批次 {batch}]的实际数量与账面数量 {quantity} {unit} 相同，无须调整；请改正实际数量，或删除该行',
    'The actual quantity of material {material}[ in bin {bin}][, batch {batch},] is the book quantity {quantity} {unit}, so there is nothing to adjust; correct it, or remove the line',
  ),
  'adjustment-of-pieces': entry(
    422,
    '物料 {material} 实行序列号管理，调整须写明是哪几件；请开盘点单清点，由盘点调账',
    'Material {material} has serial numbers, so a correction must name the pieces; have it counted, and let the count adjust it',
  ),
  'adjustment-is-bin-move': entry(
    422,
    '物料 {material} 在本单第 {other} 行调减、本行调增，ERP 看来并无差异；货物只是放在另一货位的，请开货位调整单',
    'Material {material} is reduced on line {other} and increased on this line, so the ERP sees no difference; if the goods only lie in another bin, make a location adjustment',
  ),
  'adjustment-key-held': entry(
    409,
    '物料 {material}[（货位 {bin}）][ 批次 {batch}]由单据 {no} 占用或冻结（{held}），不能调整；请先在该单据释放',
    'Material {material}[ in bin {bin}][, batch {batch},] is held by document {no} ({held}), so it cannot be adjusted; release it there first',
  ),
  'adjustment-key-counted': entry(
    409,
    '物料 {material}[（货位 {bin}）][ 批次 {batch}]在盘点单 {no} 中尚未结束；请由该盘点调账，或等它结束后再调整',
    'Material {material}[ in bin {bin}][, batch {batch},] is in stocktaking order {no}, which is not finished; let that count adjust it, or wait for its end',
  ),
  'adjustment-key-unposted': entry(
    409,
    '物料 {material}[（货位 {bin}）][ 批次 {batch}]有未过账的单据 {no}（{quantity} {unit}），差异可能由此而来；请先过账或冲销该单据',
    'Material {material}[ in bin {bin}][, batch {batch},] has document {no} that is not posted ({quantity} {unit}), which may be the difference; post or reverse it first',
  ),
  'adjustment-key-adjusted': entry(
    409,
    '物料 {material}[（货位 {bin}）][ 批次 {batch}]在库存调整单 {no} 中尚未办完；请先完成、作废或冲销该单据',
    'Material {material}[ in bin {bin}][, batch {batch},] is in stock adjustment {no}, which is not finished; finish, cancel or reverse it first',
  ),
  'adjustment-picture-missing': entry(
    422,
    '物料 {material}[（货位 {bin}）]的调整须主任审批，须有现场照片；请先“存为草稿”，在调整单的“附件”中上传照片后再提交审核',
    'The adjustment of material {material}[ in bin {bin}] needs the approval of the director, and so a picture of the place; save it as a draft, attach a picture to it, then submit it for review',
  ),
  'adjustment-moved-since': entry(
    409,
    '物料 {material}[（货位 {bin}）][ 批次 {batch}]提交时账面为 {kept} {unit}，现为 {quantity} {unit}[（最近由 {by} 移动）]；请退回，由制单人重新清点后提交',
    'The book quantity of material {material}[ in bin {bin}][, batch {batch},] was {kept} {unit} when this was submitted and is {quantity} {unit} now[, moved last by {by}]; return it, to be looked at and submitted again',
  ),
  'note-of-somebody-else': entry(
    403,
    '备注 {no} 由 {author} 写下，只有本人可以撤回；如有出入，请另写一条备注并填写“更正的备注”',
    'Note {no} was written by {author}, who alone may withdraw it; if it is wrong, write another note that corrects it',
  ),
  'note-not-to-correct': entry(
    409,
    '备注 {no} 不是这一库存行上有效的备注，不能更正；请核对备注号，或清空“更正的备注”',
    'Note {no} is no standing note on this row of the stock, so it cannot be corrected; check its number, or leave the field empty',
  ),
} as const satisfies Record<string, RefusalEntry>
