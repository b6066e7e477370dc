import { demandOf, goodsNames, kindOf, type DemandName, type Goods } from './goods.ts'

// What stock is told apart by: its goods, category and storage location in both books, and in ours its bin.

export type Category = 'UU' | 'QI' | 'BL' | 'IT'
/** The storage location: the first one receives and issues, the second one exchanges goods with it. */
export type Place = 1 | 2
/** `goods/category`, of the second storage location `goods/category@2`: a key of both books. */
export type Key = `${Goods}/${Category}` | `${Goods}/${Category}@2`
/** The stock of a key in its usual bin, named as the key, or in the second bin, which the ERP does not know. */
export type Pool = Key | `${Goods}/UU#A-02`

/** The bins in which goods are put away; only own unrestricted stock of the first storage location is put into the second. */
export const storageBins = ['A-01', 'A-02'] as const
export type StorageBin = (typeof storageBins)[number]
type Bin = StorageBin | 'R-01' | 'X-01' | ''
const second = '#A-02'

export const poolOf = (goods: Goods, category: Category, place: Place = 1): Key =>
  place === 1 ? `${goods}/${category}` : `${goods}/${category}@2`
export const inSecondBin = (goods: Goods): Pool => `${goods}/UU${second}`

export const goodsOf = (pool: Pool): Goods => pool.split('/')[0] as Goods
export const categoryOf = (pool: Pool): Category => pool.split(/[/@#]/)[1] as Category
export const placeOf = (pool: Pool): Place => (pool.endsWith('@2') ? 2 : 1)
/** Where the ERP has the goods of a pool. */
export const keyOf = (pool: Pool): Key =>
  (pool.endsWith(second) ? pool.slice(0, -second.length) : pool) as Key

/** Goods arrive and are inspected in one bin; what an inspection rejects lies apart, what is frozen where it lay. */
export function binOf(pool: Pool): Bin {
  switch (categoryOf(pool)) {
    case 'QI':
      return 'R-01'
    case 'IT':
      return ''
    case 'BL':
      return kindOf(goodsOf(pool)).isInspected ? 'X-01' : 'A-01'
    case 'UU':
      return pool.endsWith(second) ? 'A-02' : 'A-01'
  }
}

export const otherPlace = (place: Place): Place => (place === 1 ? 2 : 1)

/** Only own stock is transferred, frozen and put into other bins. */
export const ownGoods = goodsNames.filter((name) => kindOf(name).specialStock === '')

/** The pools from which goods are issued, in the order in which they are held for a demand. */
export const poolsToIssue = (goods: Goods): Pool[] => [
  poolOf(goods, 'UU'),
  ...(ownGoods.includes(goods) ? [inSecondBin(goods)] : []),
]

export const keys: readonly Key[] = goodsNames.flatMap((name) => [
  poolOf(name, 'UU'),
  ...(kindOf(name).isInspected ? [poolOf(name, 'QI')] : []),
  ...(ownGoods.includes(name)
    ? [poolOf(name, 'BL'), poolOf(name, 'IT'), poolOf(name, 'IT', 2), poolOf(name, 'UU', 2)]
    : []),
])

export const pools: readonly Pool[] = [...keys, ...ownGoods.map(inSecondBin)]

/** From what an issue takes: a line that names no special stock takes the one that its demand names. */
export function poolTaken(demand: DemandName, pool: Pool): Pool {
  const { named, takes } = demandOf(demand)
  if (named === '' || kindOf(goodsOf(pool)).specialStock !== '') return pool
  return pool.replace(goodsOf(pool), takes[0]!) as Pool
}
