/** Stock types of SAP's inventory; 10 is valuated GR blocked stock. */
export type StockType = '01' | '02' | '04' | '05' | '06' | '07' | '10'

/** The item's field with the account assignment of a consumption. */
export type AccountField =
  | 'CostCenter'
  | 'WBSElement'
  | 'SalesOrder'
  | 'MasterFixedAsset'
  | 'ManufacturingOrder'

/**
 * A stock change of a movement per unit of quantity.
 * - `at`: 'here' is the item's plant and location, 'there' the issuing-or-receiving one.
 * - `stock`: a fixed type, or 'requested': the item's InventoryStockType (unrestricted if empty).
 * - `special`: 'item' the item's special stock, 'own' none, or a fixed kind.
 * - `silent`: changes the stock without a document line.
 */
export interface StockEffect {
  readonly at: 'here' | 'there'
  readonly sign: 1 | -1
  readonly stock: StockType | 'requested'
  readonly special: 'item' | 'own' | 'Q' | 'E' | 'O'
  readonly withoutLocation?: boolean
  readonly silent?: boolean
}

/** The effect of a movement on the referenced purchase order item. */
export type OrderEffect =
  | 'receive'
  | 'block'
  | 'release'
  | 'return-blocked'
  | 'return'
  | 'return-item'
  | 'none'

/** The source of a receipt's value, or that the movement only transfers or consumes. */
export type ValueRule = 'order' | 'average' | 'free' | 'unvalued' | 'shift'

export interface MovementType {
  readonly code: string
  /** The movement type of the reversal. */
  readonly opposite: string
  /** 1 for the movement itself, -1 for its opposite. */
  readonly direction: 1 | -1
  readonly effects: readonly StockEffect[]
  readonly order: OrderEffect
  readonly value: ValueRule
  readonly account: AccountField | null
  /** Permitted goods movement codes (T158G): those of its transaction, and 06 for what MB11 posts. */
  readonly movementCodes: readonly string[]
}

interface Family {
  readonly codes: readonly [forward: string, backward: string]
  readonly effects: readonly StockEffect[]
  readonly movementCodes: readonly string[]
  readonly order?: OrderEffect
  readonly value?: ValueRule
  readonly account?: AccountField
}

const inward = (stock: StockEffect['stock'], more: Partial<StockEffect> = {}): StockEffect => ({
  at: 'here',
  sign: 1,
  stock,
  special: 'item',
  ...more,
})

const outward = (stock: StockEffect['stock'], more: Partial<StockEffect> = {}): StockEffect => ({
  ...inward(stock, more),
  sign: -1,
})

const there: Partial<StockEffect> = { at: 'there' }

function issue(forward: string, account?: AccountField): Family {
  const backward = String(Number(forward) + 1)
  return {
    codes: [forward, backward],
    effects: [outward('01')],
    movementCodes: ['03'],
    ...(account === undefined ? {} : { account }),
  }
}

function shift(forward: string, from: StockType, to: StockType): Family {
  return {
    codes: [forward, String(Number(forward) + 1)],
    effects: [outward(from), inward(to, there)],
    movementCodes: ['04'],
    value: 'shift',
  }
}

const families: readonly Family[] = [
  {
    codes: ['101', '102'],
    effects: [inward('requested')],
    movementCodes: ['01', '02'],
    order: 'receive',
    value: 'order',
  },
  { codes: ['103', '104'], effects: [], movementCodes: ['01'], order: 'block', value: 'unvalued' },
  {
    codes: ['105', '106'],
    effects: [inward('requested')],
    movementCodes: ['01'],
    order: 'release',
    value: 'order',
  },
  {
    codes: ['107', '108'],
    effects: [inward('10')],
    movementCodes: ['01'],
    order: 'block',
    value: 'order',
  },
  {
    codes: ['109', '110'],
    effects: [inward('requested'), outward('10', { silent: true })],
    movementCodes: ['01'],
    order: 'release',
    value: 'shift',
  },
  {
    codes: ['122', '123'],
    effects: [outward('requested')],
    movementCodes: ['01'],
    order: 'return',
    value: 'order',
  },
  {
    codes: ['124', '125'],
    effects: [],
    movementCodes: ['01'],
    order: 'return-blocked',
    value: 'unvalued',
  },
  {
    codes: ['161', '162'],
    effects: [outward('requested')],
    movementCodes: ['01'],
    order: 'return-item',
    value: 'order',
  },
  issue('201', 'CostCenter'),
  issue('221', 'WBSElement'),
  issue('231', 'SalesOrder'),
  issue('241', 'MasterFixedAsset'),
  issue('251'),
  issue('261', 'ManufacturingOrder'),
  issue('281', 'ManufacturingOrder'),
  issue('291'),
  // A customer's own type, copied from 201 (T156): their codes begin with 9, X, Y or Z.
  issue('901', 'CostCenter'),
  {
    codes: ['301', '302'],
    effects: [outward('01'), inward('01', there)],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['303', '304'],
    effects: [outward('01'), inward('05', { at: 'there', withoutLocation: true })],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['305', '306'],
    effects: [inward('01'), outward('05', { withoutLocation: true, silent: true })],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['309', '310'],
    effects: [outward('01'), inward('01', there)],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['311', '312'],
    effects: [outward('01'), inward('01', there)],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['313', '314'],
    effects: [outward('01'), inward('04', there)],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['315', '316'],
    effects: [inward('01'), outward('04', { silent: true })],
    movementCodes: ['04'],
    value: 'shift',
  },
  shift('323', '02', '02'),
  shift('325', '07', '07'),
  { codes: ['331', '332'], effects: [outward('02')], movementCodes: ['03'] },
  { codes: ['333', '334'], effects: [outward('01')], movementCodes: ['03'] },
  { codes: ['335', '336'], effects: [outward('07')], movementCodes: ['03'] },
  {
    codes: ['411', '412'],
    effects: [outward('01'), inward('01', { at: 'there', special: 'own' })],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['413', '414'],
    effects: [outward('01', { special: 'own' }), inward('01', { at: 'there', special: 'E' })],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['415', '416'],
    effects: [outward('01', { special: 'own' }), inward('01', { at: 'there', special: 'Q' })],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['501', '502'],
    effects: [inward('requested')],
    movementCodes: ['05'],
    value: 'average',
  },
  { codes: ['503', '504'], effects: [inward('02')], movementCodes: ['05'], value: 'average' },
  { codes: ['505', '506'], effects: [inward('07')], movementCodes: ['05'], value: 'average' },
  { codes: ['511', '512'], effects: [inward('requested')], movementCodes: ['05'], value: 'free' },
  {
    codes: ['521', '522'],
    effects: [inward('requested')],
    movementCodes: ['05'],
    value: 'average',
  },
  {
    codes: ['541', '542'],
    effects: [
      outward('01', { special: 'own' }),
      inward('01', { special: 'O', withoutLocation: true }),
    ],
    movementCodes: ['04'],
    value: 'shift',
  },
  {
    codes: ['543', '544'],
    effects: [outward('01', { special: 'O', withoutLocation: true })],
    movementCodes: ['01', '07'],
  },
  { codes: ['551', '552'], effects: [outward('01')], movementCodes: ['03'] },
  { codes: ['553', '554'], effects: [outward('02')], movementCodes: ['03'] },
  { codes: ['555', '556'], effects: [outward('07')], movementCodes: ['03'] },
  { codes: ['561', '562'], effects: [inward('01')], movementCodes: ['05'], value: 'average' },
  { codes: ['563', '564'], effects: [inward('02')], movementCodes: ['05'], value: 'average' },
  { codes: ['565', '566'], effects: [inward('07')], movementCodes: ['05'], value: 'average' },
  { codes: ['601', '602'], effects: [outward('01')], movementCodes: ['03'] },
  {
    codes: ['641', '642'],
    effects: [outward('01'), inward('06', { at: 'there', special: 'own', withoutLocation: true })],
    movementCodes: ['03', '04'],
    value: 'shift',
  },
  { codes: ['643', '644'], effects: [outward('01')], movementCodes: ['03', '04'] },
  { codes: ['701', '702'], effects: [inward('01')], movementCodes: ['03', '05'], value: 'average' },
  { codes: ['703', '704'], effects: [inward('02')], movementCodes: ['03', '05'], value: 'average' },
  { codes: ['707', '708'], effects: [inward('07')], movementCodes: ['03', '05'], value: 'average' },
]

function expand(family: Family): [MovementType, MovementType] {
  const [forward, backward] = family.codes
  const shared = {
    order: family.order ?? 'none',
    value: family.value ?? 'average',
    account: family.account ?? null,
  } as const
  // MB11 posts what takes a movement back, and the differences of a count.
  const general = [...family.movementCodes, '06']
  const isCount = /^70\d$/.test(forward)
  return [
    {
      ...shared,
      movementCodes: isCount ? general : family.movementCodes,
      code: forward,
      opposite: backward,
      direction: 1,
      effects: family.effects,
    },
    {
      ...shared,
      movementCodes: general,
      code: backward,
      opposite: forward,
      direction: -1,
      effects: family.effects.map((effect) => ({ ...effect, sign: effect.sign === 1 ? -1 : 1 })),
    },
  ]
}

const movementTypes = new Map(
  families.flatMap(expand).map((movement) => [movement.code, movement] as const),
)

/** Movements that reverse each other, each starting at the item's own location. */
const mutualOpposites: readonly (readonly [string, StockType, string, StockType])[] = [
  ['321', '02', '322', '01'],
  ['343', '07', '344', '01'],
  ['349', '07', '350', '02'],
]

for (const [first, from, second, to] of mutualOpposites) {
  const [forward] = expand({ ...shift(first, from, to), codes: [first, second] })
  const [backward] = expand({ ...shift(second, to, from), codes: [second, first] })
  movementTypes.set(first, forward)
  movementTypes.set(second, backward)
}

/** The movement type, or undefined if the stand-in does not support it. */
export function findMovementType(code: string): MovementType | undefined {
  return movementTypes.get(code)
}

export function allMovementTypes(): MovementType[] {
  return [...movementTypes.values()]
}
