/** The cases of goods-movements.test.ts: every family of movements, on the test seed. */
export const here = { Material: 'VALVE-1', Plant: '1010', StorageLocation: '0001' }
const order = (item: string) => ({
  GoodsMovementRefDocType: 'B',
  PurchaseOrder: '4500000001',
  PurchaseOrderItem: item,
})
const project = { InventorySpecialStockType: 'Q', SpecialStockIdfgWBSElement: 'P-100-1' }
const consignment = { InventorySpecialStockType: 'K', Supplier: '100001' }
const other = { IssuingOrReceivingPlant: '1020', IssuingOrReceivingStorageLoc: '0001' }
export const next = { IssuingOrReceivingStorageLoc: '0002' }
export const transit = { Material: 'VALVE-1', Plant: '1020', StorageLocation: '0001' }
const sale = { SalesOrder: '1', SalesOrderItem: '10' }

/** A movement of ten pieces, and the stocks it must change. */
export interface Movement {
  readonly type: string
  readonly code: string
  readonly item: object
  /** Stock lines increased and decreased by ten pieces, without the material. */
  readonly gained: readonly string[]
  readonly lost: readonly string[]
  /** Posted first, so that there is stock to move. */
  readonly before?: readonly Omit<Movement, 'gained' | 'lost'>[]
}

const free = '1010 0001 01'
export const movements: readonly Movement[] = [
  { type: '101', code: '01', item: order('10'), gained: [free], lost: [] },
  {
    type: '101',
    code: '01',
    item: { ...order('10'), InventoryStockType: '02' },
    gained: ['1010 0001 02'],
    lost: [],
  },
  {
    type: '101',
    code: '01',
    item: { ...order('10'), InventoryStockType: '07' },
    gained: ['1010 0001 07'],
    lost: [],
  },
  { type: '101', code: '01', item: order('50'), gained: ['1010 0001 01 K'], lost: [] },
  { type: '101', code: '01', item: order('60'), gained: ['1010 0001 01 Q'], lost: [] },
  { type: '101', code: '01', item: order('70'), gained: [], lost: [] },
  {
    type: '101',
    code: '02',
    item: { ...here, GoodsMovementRefDocType: 'F', ManufacturingOrder: '1000001' },
    gained: [free],
    lost: [],
  },
  { type: '103', code: '01', item: order('20'), gained: [], lost: [] },
  {
    type: '105',
    code: '01',
    item: order('20'),
    gained: [free],
    lost: [],
    before: [{ type: '103', code: '01', item: order('20') }],
  },
  {
    type: '124',
    code: '01',
    item: order('20'),
    gained: [],
    lost: [],
    before: [{ type: '103', code: '01', item: order('20') }],
  },
  { type: '107', code: '01', item: order('20'), gained: ['1010  10'], lost: [] },
  {
    type: '109',
    code: '01',
    item: order('20'),
    gained: [free],
    lost: ['1010  10'],
    before: [{ type: '107', code: '01', item: order('20') }],
  },
  {
    type: '122',
    code: '01',
    item: order('10'),
    gained: [],
    lost: [free],
    before: [{ type: '101', code: '01', item: order('10') }],
  },
  {
    type: '102',
    code: '01',
    item: order('10'),
    gained: [],
    lost: [free],
    before: [{ type: '101', code: '01', item: order('10') }],
  },
  { type: '161', code: '01', item: order('40'), gained: [], lost: [free] },
  { type: '201', code: '03', item: { ...here, CostCenter: 'CC1' }, gained: [], lost: [free] },
  {
    type: '201',
    code: '03',
    item: { ...here, ...consignment, CostCenter: 'CC1' },
    gained: [],
    lost: ['1010 0001 01 K'],
  },
  { type: '202', code: '03', item: { ...here, CostCenter: 'CC1' }, gained: [free], lost: [] },
  { type: '221', code: '03', item: { ...here, WBSElement: 'P-100-1' }, gained: [], lost: [free] },
  {
    type: '221',
    code: '03',
    item: { ...here, ...project, WBSElement: 'P-100-1' },
    gained: [],
    lost: ['1010 0001 01 Q'],
  },
  { type: '231', code: '03', item: { ...here, ...sale }, gained: [], lost: [free] },
  {
    type: '241',
    code: '03',
    item: { ...here, MasterFixedAsset: '5001' },
    gained: [],
    lost: [free],
  },
  { type: '251', code: '03', item: here, gained: [], lost: [free] },
  { type: '901', code: '03', item: { ...here, CostCenter: 'CC1' }, gained: [], lost: [free] },
  {
    type: '261',
    code: '03',
    item: { ...here, ManufacturingOrder: '800001' },
    gained: [],
    lost: [free],
  },
  {
    type: '262',
    code: '06',
    item: { ...here, ManufacturingOrder: '800001' },
    gained: [free],
    lost: [],
  },
  {
    type: '281',
    code: '03',
    item: { ...here, ManufacturingOrder: '900001' },
    gained: [],
    lost: [free],
  },
  { type: '301', code: '04', item: { ...here, ...other }, gained: ['1020 0001 01'], lost: [free] },
  { type: '303', code: '04', item: { ...here, ...other }, gained: ['1020  05'], lost: [free] },
  {
    type: '305',
    code: '04',
    item: transit,
    gained: ['1020 0001 01'],
    lost: ['1020  05'],
    before: [{ type: '303', code: '04', item: { ...here, ...other } }],
  },
  {
    type: '309',
    code: '04',
    item: { ...here, IssgOrRcvgMaterial: 'VALVE-2' },
    gained: ['VALVE-2 1010 0001 01'],
    lost: [free],
  },
  { type: '311', code: '04', item: { ...here, ...next }, gained: ['1010 0002 01'], lost: [free] },
  { type: '313', code: '04', item: { ...here, ...next }, gained: ['1010 0002 04'], lost: [free] },
  {
    type: '315',
    code: '04',
    item: { ...here, StorageLocation: '0002' },
    gained: ['1010 0002 01'],
    lost: ['1010 0002 04'],
    before: [{ type: '313', code: '04', item: { ...here, ...next } }],
  },
  { type: '321', code: '04', item: here, gained: [free], lost: ['1010 0001 02'] },
  { type: '322', code: '04', item: here, gained: ['1010 0001 02'], lost: [free] },
  {
    type: '323',
    code: '04',
    item: { ...here, ...next },
    gained: ['1010 0002 02'],
    lost: ['1010 0001 02'],
  },
  {
    type: '325',
    code: '04',
    item: { ...here, ...next },
    gained: ['1010 0002 07'],
    lost: ['1010 0001 07'],
  },
  { type: '331', code: '03', item: here, gained: [], lost: ['1010 0001 02'] },
  { type: '343', code: '04', item: here, gained: [free], lost: ['1010 0001 07'] },
  { type: '344', code: '04', item: here, gained: ['1010 0001 07'], lost: [free] },
  { type: '349', code: '04', item: here, gained: ['1010 0001 02'], lost: ['1010 0001 07'] },
  { type: '350', code: '04', item: here, gained: ['1010 0001 07'], lost: ['1010 0001 02'] },
  {
    type: '411',
    code: '04',
    item: { ...here, ...consignment },
    gained: [free],
    lost: ['1010 0001 01 K'],
  },
  {
    type: '411',
    code: '04',
    item: { ...here, ...project },
    gained: [free],
    lost: ['1010 0001 01 Q'],
  },
  {
    type: '412',
    code: '04',
    item: { ...here, ...consignment },
    gained: ['1010 0001 01 K'],
    lost: [free],
  },
  {
    type: '413',
    code: '04',
    item: { ...here, ...sale, InventorySpecialStockType: 'E' },
    gained: ['1010 0001 01 E'],
    lost: [free],
  },
  {
    type: '415',
    code: '04',
    item: { ...here, ...project },
    gained: ['1010 0001 01 Q'],
    lost: [free],
  },
  { type: '501', code: '05', item: here, gained: [free], lost: [] },
  { type: '503', code: '05', item: here, gained: ['1010 0001 02'], lost: [] },
  { type: '505', code: '05', item: here, gained: ['1010 0001 07'], lost: [] },
  { type: '511', code: '05', item: here, gained: [free], lost: [] },
  { type: '521', code: '05', item: here, gained: [free], lost: [] },
  {
    type: '541',
    code: '04',
    item: { ...here, Supplier: '100001' },
    gained: ['1010  01 O'],
    lost: [free],
  },
  {
    type: '543',
    code: '07',
    item: { ...here, Supplier: '100001' },
    gained: [],
    lost: ['1010  01 O'],
    before: [{ type: '541', code: '04', item: { ...here, Supplier: '100001' } }],
  },
  { type: '551', code: '03', item: here, gained: [], lost: [free] },
  { type: '553', code: '03', item: here, gained: [], lost: ['1010 0001 02'] },
  { type: '555', code: '03', item: here, gained: [], lost: ['1010 0001 07'] },
  { type: '561', code: '05', item: here, gained: [free], lost: [] },
  { type: '701', code: '03', item: here, gained: [free], lost: [] },
  { type: '702', code: '03', item: here, gained: [], lost: [free] },
  { type: '703', code: '03', item: here, gained: ['1010 0001 02'], lost: [] },
  { type: '707', code: '03', item: here, gained: ['1010 0001 07'], lost: [] },
]

/** Movements that the goods issue of a delivery posts; SAP refuses them as goods movements. */
export const deliveries = [
  { type: '601', gained: [], lost: [free] },
  { type: '641', gained: ['1020  06'], lost: [free] },
  { type: '643', gained: [], lost: [free] },
] as const

/** The differences between two readings, by stock. */
export function differences(
  before: readonly string[],
  after: readonly string[],
): Map<string, number> {
  const result = new Map<string, number>()
  const add = (line: string, sign: number) => {
    const parts = line.split(' ')
    const quantity = Number(parts.pop()) * sign
    const key = parts
      .join(' ')
      .replace(/^VALVE-1 /, '')
      .trim()
    result.set(key, (result.get(key) ?? 0) + quantity)
  }
  for (const line of before) add(line, -1)
  for (const line of after) add(line, 1)
  for (const [key, quantity] of result) if (quantity === 0) result.delete(key)
  return result
}
