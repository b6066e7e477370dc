import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of counting: when a line was counted, who counts again, and what a count is made of. */
export const countRefusals = {
  'blind-recount-unasked': entry(
    409,
    '盘点单 {no} 是盲盘，已显示初盘数量，不能直接复盘；请处理差异的人员先点“要求复盘”，再由未参与初盘的人员录入',
    'Stocktaking order {no} is a blind count and shows by now what was counted first, so it cannot be counted again as it is; have a person who handles the differences press "Ask for a recount", then let somebody who has not counted enter it',
  ),
  'count-time-outside': entry(
    422,
    '清点时间 {given} 不在快照时间 {snapshot} 与现在 {now} 之间；请改正，当场录入的请留空',
    'The time of the count {given} is not between the snapshot {snapshot} and now {now}; correct it, or leave it empty for what is entered on the spot',
  ),
  'difference-picture-missing': entry(
    422,
    '物料 {material}[（货位 {bin}）]的差异金额超过公司规定，须有现场照片；请在盘点单的“附件”中上传后再处理差异',
    'The difference of material {material}[ in bin {bin}] is worth more than the company permits without a picture; attach a picture of the place to the order, then explain the differences',
  ),
  'count-scope-empty': entry(
    422,
    '该范围内没有要盘点的库存（正在盘点的 {counted} 行除外）；请放宽范围或更换盘点类型',
    'There is no stock to count in this scope (apart from {counted} keys that are being counted); widen the scope or choose another count type',
  ),
  'count-scope-too-large': entry(
    422,
    '该范围有 {found} 行库存，一次最多生成 {limit} 行；请按库存地点或库区分开',
    'The scope has {found} keys, and at most {limit} are made into sheets at once; divide it by storage location or area',
  ),
  'empty-bins-unconfirmed': entry(
    409,
    '账面空货位 {bins} 还没有确认；请先到这些货位查看，有实物的登记账外实物，再点“确认空货位”',
    'The bins that are empty in the books, {bins}, are not confirmed yet; look into them first, report what lies there as found goods, then press "Confirm empty bins"',
  ),
} as const satisfies Record<string, RefusalEntry>
