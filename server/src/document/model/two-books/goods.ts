import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { inOtherUnit } from '@kufang/kernel/unit-conversion.ts'

/** An alternative unit: `numerator` pieces are `denominator` of it. */
interface Unit {
  unit: string
  numerator: number
  denominator: number
}

interface GoodsKind {
  materialNo: string
  /** The item of the purchase order. */
  item: number
  ordered: number
  isInspected: boolean
  specialStock: '' | 'K' | 'Q'
  reference: string
  unit?: Unit
  /** Weighed in kilograms: `numerator` of them are `denominator` pieces, within five percent. */
  second?: Unit
}

export const supplier = '100001'
export const wbsElement = 'P-100-1'

/**
 * The kinds of goods of a storage location, each a key of both books. Own, consignment and project stock are of the same
 * material, so that one taken for the other is noticed.
 */
export const goods = {
  own: kind('T-BOLT', 10, 60),
  consigned: kind('T-BOLT', 20, 40, { specialStock: 'K', reference: supplier }),
  project: kind('T-BOLT', 30, 40, { specialStock: 'Q', reference: wbsElement }),
  boxed: kind('T-BOX', 40, 900, { unit: { unit: 'BOX', numerator: 100, denominator: 1 } }),
  rolled: kind('T-ROLL', 50, 60, { unit: { unit: 'ROL', numerator: 3, denominator: 7 } }),
  inspected: kind('T-VALVE', 60, 60, {
    isInspected: true,
    second: { unit: 'KG', numerator: 25, denominator: 2 },
  }),
  tested: kind('T-GAUGE', 70, 60, { isInspected: true }),
} satisfies Record<string, GoodsKind>

export type Goods = keyof typeof goods
export const goodsNames = Object.keys(goods) as Goods[]
export const kindOf = (name: Goods): GoodsKind => goods[name]

interface Demand {
  /** The reservation: charged to a cost centre (201) or to the project (221). */
  account: 'costCenter' | 'wbsElement'
  item: number
  foreseen: number
  /** The goods it may take, in the order of the plant's rule: own stock first. */
  takes: readonly Goods[]
  /** The special stock that the reservation itself names (SOBKZ). */
  named: '' | 'K' | 'Q'
}

/** The items of the reservations. */
export const demands = {
  ofMaterial: demand('costCenter', 1, 60, ['own', 'consigned']),
  ofConsignment: demand('costCenter', 2, 30, ['consigned'], 'K'),
  ofBoxes: demand('costCenter', 3, 700, ['boxed']),
  ofRolls: demand('costCenter', 4, 50, ['rolled']),
  ofInspected: demand('costCenter', 5, 50, ['inspected']),
  ofTested: demand('costCenter', 6, 50, ['tested']),
  ofProject: demand('wbsElement', 1, 30, ['project'], 'Q'),
  forProject: demand('wbsElement', 2, 30, ['own', 'project', 'consigned']),
} satisfies Record<string, Demand>

export type DemandName = keyof typeof demands
export const demandNames = Object.keys(demands) as DemandName[]
export const demandOf = (name: DemandName): Demand => demands[name]

/** What pieces should weigh, in grams; null of goods that are not weighed. */
export function plannedGrams(name: Goods, pieces: number): number | null {
  const { second } = kindOf(name)
  return second === undefined ? null : (pieces * 1000 * second.numerator) / second.denominator
}

export const inKilograms = (grams: number): string => (grams / 1000).toFixed(3)

/** A quantity of pieces as a person enters it: in the other unit if it is a whole number of it. */
export function entered(name: Goods, pieces: number): string {
  const { unit } = kindOf(name)
  const base = parseQuantity(pieces)
  const other = unit && inOtherUnit(base, unit, 0)
  return unit && other ? `${other} ${unit.unit}` : base
}

function kind(
  materialNo: string,
  item: number,
  ordered: number,
  more: Partial<GoodsKind> = {},
): GoodsKind {
  const plain = { isInspected: false, specialStock: '' as const, reference: '' }
  return { materialNo, item, ordered, ...plain, ...more }
}

function demand(
  account: Demand['account'],
  item: number,
  foreseen: number,
  takes: readonly Goods[],
  named: Demand['named'] = '',
): Demand {
  return { account, item, foreseen, takes, named }
}
