import { label } from '../document/declare/label.ts'
import { criticalities, type Criticality } from './criticality.ts'
import type { IntegerParameter } from './parameter-kinds.ts'

// How certain it is to be that goods are there, by how much depends on them.

function serviceLevel(of: Criticality, percent: number): IntegerParameter {
  const { zh, en } = criticalities[of]
  return {
    kind: 'integer',
    label: label(`服务水平（${zh}，%）`, `Service level of ${en} goods (%)`),
    help: label(
      '物料没有账面价时，测算的定额以多大的概率一次满足领用；有账面价的按“一次满足领用的价值”测算。只影响建议值，已批准的定额不受修改影响',
      'The probability that the proposed quota serves a demand in full, for goods without a book price; the quota of others follows from what serving a demand is worth. It changes proposals only; quotas already approved stay',
    ),
    level: 'company',
    isControl: false,
    minimum: 50,
    maximum: 99,
    default: percent,
  }
}

function worthOfService(of: Criticality, amount: number): IntegerParameter {
  const { zh, en } = criticalities[of]
  return {
    kind: 'integer',
    label: label(`一次满足领用的价值（${zh}，元）`, `Worth of serving a demand of ${en} goods`),
    help: label(
      '领用时库存足够，比缺货值多少元。测算定额时，库存多到这一价值不再高于每年两成的储备成本为止：便宜的物料几乎总有货，贵而少用的不多备。只影响建议值',
      'What it is worth that goods are there when they are asked for, in yuan. A quota is proposed up to where that no longer exceeds what holding the stock costs, a fifth of its price in a year: cheap goods are there nearly always, expensive ones that are seldom asked for are not. It changes proposals only',
    ),
    level: 'company',
    isControl: false,
    minimum: 0,
    maximum: 100_000_000,
    default: amount,
  }
}

/** The parameters, by name. */
export const quotaParameters = {
  'quota.serviceLevelA': serviceLevel('A', 98),
  'quota.serviceLevelB': serviceLevel('B', 95),
  'quota.serviceLevelC': serviceLevel('C', 90),
  'quota.worthOfServiceA': worthOfService('A', 100_000),
  'quota.worthOfServiceB': worthOfService('B', 10_000),
  'quota.worthOfServiceC': worthOfService('C', 3000),
} as const
