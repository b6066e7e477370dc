import { label } from '../document/declare/label.ts'
import { criticalities, type Criticality } from '../safe-stock/quota-words.ts'
import type { IntegerParameter } from './parameter-kinds.ts'

// How certain it is to be that goods are there, by how much depends on them.

function serviceLevel(of: Criticality, percent: number): IntegerParameter {
  const { zh, en } = criticalities[of]
  return {
    kind: 'integer',
    label: label(`服务水平（${zh}，%）`, `Service level of ${en} goods (%)`),
    help: label(
      '测算安全库存时，补货点以多大的概率够用到下一次到货。只影响建议值，已批准的定额不受修改影响',
      'The probability that the proposed reorder point lasts until the next delivery. It changes proposals only; quotas already approved stay',
    ),
    level: 'company',
    isControl: false,
    minimum: 50,
    maximum: 99,
    default: percent,
  }
}

/** The parameters, by name. */
export const quotaParameters = {
  'quota.serviceLevelA': serviceLevel('A', 98),
  'quota.serviceLevelB': serviceLevel('B', 95),
  'quota.serviceLevelC': serviceLevel('C', 90),
} as const
