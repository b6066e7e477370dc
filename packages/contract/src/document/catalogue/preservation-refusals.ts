import { entry, type RefusalEntry } from './refusal-entry.ts'

/** Refusals of preservation tasks. */
export const preservationRefusals = {
  'preservation-scan-differs': entry(
    422,
    '扫描的“{scanned}”不是{no} 的货物：应为[货位 {bin} 或]物料 {material}；请到该货位扫描后办理',
    '"{scanned}" is not what {no} is about:[ bin {bin} or] material {material} is expected; scan it there',
  ),
  'preservation-stands': entry(
    409,
    '物料 {material}[ 批次 {batch}][ 在货位 {bin}] 已有未办的保养任务 {no}；请在该任务上办理',
    'Material {material}[, batch {batch},][ in bin {bin}] has a task that is not done yet, {no}; do that one',
  ),
} as const satisfies Record<string, RefusalEntry>
