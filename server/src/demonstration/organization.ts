import type { BinPurpose } from '@kufang/contract/masters/bin.ts'

// The demonstration company is fictitious; any resemblance to a real one is coincidental.

/** The kind of goods of a storage location, which determines its materials. */
export type Store = 'spares' | 'piping' | 'electrical' | 'chemical'

export const companies = [
  { companyCode: '1010', name: '澜屿石化有限公司', currency: 'CNY' },
  { companyCode: '1020', name: '澜屿新材料有限公司', currency: 'CNY' },
] as const

export const plants = [
  {
    companyCode: '1010',
    plant: '1011',
    name: '澜屿石化炼油厂',
    address: '澜屿工业区临港大道 1 号',
  },
  {
    companyCode: '1010',
    plant: '1012',
    name: '澜屿石化乙烯厂',
    address: '澜屿工业区临港大道 8 号',
  },
  {
    companyCode: '1020',
    plant: '1021',
    name: '澜屿新材料聚烯烃厂',
    address: '澜屿工业区新材路 16 号',
  },
] as const

export interface StorageLocation {
  companyCode: string
  plant: string
  storageLocation: string
  name: string
  address: string
  keeperName: string
  store: Store
  /** The picking unit whose own it is: what it draws of chemicals is transferred there. */
  pickingUnit?: string
}

const stores: readonly { store: Store; digit: string; name: string; place: string }[] = [
  { store: 'spares', digit: '1', name: '机泵备件库', place: '1 号库房' },
  { store: 'piping', digit: '2', name: '管阀配件库', place: '2 号库房' },
  { store: 'electrical', digit: '3', name: '电仪材料库', place: '3 号库房' },
  { store: 'chemical', digit: '4', name: '化工原料库', place: '4 号库房（甲类）' },
]

const keepers: Record<string, string> = { '1011': '周海宁', '1012': '秦越', '1021': '陶知远' }

/** Four storage locations in each plant. */
export const liveLocations: readonly StorageLocation[] = plants.flatMap(
  ({ companyCode, plant, name }) =>
    stores.map((one) => ({
      companyCode,
      plant,
      storageLocation: `${plant.slice(2)}0${one.digit}`,
      name: `${name.replace(/^澜屿(石化|新材料)/, '')}${one.name}`,
      address: one.place,
      keeperName: keepers[plant]!,
      store: one.store,
    })),
)

/** A storage location that only the ERP knows so far: its stock is still to be taken over. */
export const comingLocation: StorageLocation = {
  companyCode: '1010',
  plant: '1011',
  storageLocation: '1105',
  name: '炼油厂大修物资库',
  address: '5 号库房',
  keeperName: keepers['1011']!,
  store: 'piping',
}

/** The storage location of the demonstration unit, for the chemicals it draws. */
export const unitLocation: StorageLocation = {
  companyCode: '1010',
  plant: '1011',
  storageLocation: '1151',
  name: '催化裂化化学品暂存点',
  address: '催化裂化装置东侧',
  keeperName: '沈一诺',
  store: 'chemical',
  pickingUnit: 'CHL02',
}

export const storageLocations: readonly StorageLocation[] = [
  ...liveLocations,
  comingLocation,
  unitLocation,
]

export function storageLocationOf(plant: string, store: Store): StorageLocation {
  return storageLocations.find((location) => location.plant === plant && location.store === store)!
}

export interface DemonstrationBin {
  companyCode: string
  plant: string
  storageLocation: string
  bin: string
  area: string
  aisle: string
  rack: string
  level: string
  position: string
  purpose: BinPurpose
  hazardClass: string
  weightCapacityKg: string
  /** Of goods that are counted in whole units; null where nobody counts them. */
  pieceCapacity: string | null
  allowsMixing: boolean
}

/** Storage bins of a unit by hazard class; it has no others. */
const unitBins: Record<string, number> = { '': 1, '3': 4, '5.1': 2, '8': 2 }

/** Storage bins of a chemical store by hazard class; each class also has a bin for every other purpose. */
const chemicalBins: Record<string, number> = { '': 8, '3': 8, '8': 6, '5.1': 4, '6.1': 3, '2.2': 3 }
const areaOfPurpose: Record<BinPurpose, string> = {
  storage: 'A',
  receiving: 'DJ',
  rejects: 'BHG',
  staging: 'FH',
}

function binAt(
  location: StorageLocation,
  purpose: BinPurpose,
  index: number,
  hazardClass: string,
): DemonstrationBin {
  const two = (number: number) => String(number).padStart(2, '0')
  // Three levels per rack, five racks per aisle.
  const rack = Math.floor(index / 3)
  const isStorage = purpose === 'storage'
  const area =
    isStorage && hazardClass !== '' ? `W${hazardClass.replace('.', '')}` : areaOfPurpose[purpose]
  const place = {
    area,
    aisle: isStorage ? two(Math.floor(rack / 5) + 1) : '01',
    rack: isStorage ? two((rack % 5) + 1) : '01',
    level: isStorage ? String((index % 3) + 1) : '1',
    position: isStorage ? '1' : String(index + 1),
  }
  const suffix = isStorage || hazardClass === '' ? '' : `-W${hazardClass.replace('.', '')}`
  // A rack that was set up lately: nobody has said yet where it stands.
  const isUnplaced = isStorage && location.storageLocation === '1103' && index >= 42
  return {
    companyCode: location.companyCode,
    plant: location.plant,
    storageLocation: location.storageLocation,
    bin: isStorage
      ? `${place.area}-${place.aisle}-${place.rack}-${place.level}-${place.position}`
      : `${place.area}-${two(index + 1)}${suffix}`,
    ...(isUnplaced ? { area, aisle: '', rack: '', level: '', position: '' } : place),
    purpose,
    hazardClass,
    weightCapacityKg: isStorage ? capacityOf(location) : '10000',
    pieceCapacity: isStorage ? piecesOf(location) : null,
    allowsMixing: hazardClass === '',
  }
}

/** Drums of chemicals stand on the floor of their store. */
const capacityOf = ({ store, pickingUnit }: StorageLocation): string =>
  store === 'chemical' && pickingUnit === undefined ? '20000' : '2000'

/** Racks take so many valves, bolts or spares; what chemicals stand in is not counted. */
const piecesOf = ({ storageLocation, store }: StorageLocation): string | null =>
  store === 'chemical' ? null : ({ '1': '1000', '2': '5000' }[storageLocation.at(-1)!] ?? '300')

/** Fifty bins in each storage location of the warehouse. */
export function makeBins(): DemonstrationBin[] {
  return storageLocations.flatMap((location) => {
    if (location.pickingUnit !== undefined)
      return Object.entries(unitBins).flatMap(([hazardClass, count]) =>
        Array.from({ length: count }, (_one, index) =>
          binAt(location, 'storage', index, hazardClass),
        ),
      )
    const classes: Record<string, number> =
      location.store === 'chemical' ? chemicalBins : { '': 45 }
    const repeat = location.store === 'chemical' ? 1 : 2
    return Object.entries(classes).flatMap(([hazardClass, count]) => [
      ...Array.from({ length: count }, (_one, index) =>
        binAt(location, 'storage', index, hazardClass),
      ),
      ...Array.from({ length: repeat }, (_one, index) =>
        binAt(location, 'receiving', index, hazardClass),
      ),
      ...Array.from({ length: repeat }, (_one, index) =>
        binAt(location, 'staging', index, hazardClass),
      ),
      binAt(location, 'rejects', 0, hazardClass),
    ])
  })
}
