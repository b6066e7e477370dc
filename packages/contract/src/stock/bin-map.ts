import type { Tone } from '../document/declare/tone.ts'
import { label } from '../document/declare/label.ts'
import type { BinPurpose } from '../masters/bin.ts'
import type { HazardClass } from '../masters/hazard-class.ts'
import { areKeptApart } from '../masters/storage-class.ts'

// The map of bins 货位图 (spec issue 12, section 1): the bins of a storage location where they stand, in the colour of what is
// asked about them. Colours are those of states (look.md).

/** The most bins that the map of one storage location has. */
export const mapBinsMax = 20_000

/** A storage location whose map is asked for. */
export interface BinMapRequest {
  companyCode?: string | undefined
  plant: string
  storageLocation: string
}

/** A document that says something of a bin. */
export interface BinDocument {
  documentType: string
  documentId: string
  documentNo: string
}

/** A bin on the map. Figures are of all goods in it, whoever may see which of them. */
export interface BinOnMap {
  bin: string
  area: string
  aisle: string
  rack: string
  level: string
  position: string
  purpose: BinPurpose
  hazardClass: HazardClass | null
  capacityKg: string | null
  /** What lies there weighs; null if the weight of some of it is not known. */
  takenKg: string | null
  pieceCapacity: string | null
  /** What lies there of goods that are counted in whole units. */
  pieces: string
  allowsMixing: boolean
  isActive: boolean
  /** Locked in the master. */
  isLocked: boolean
  version: number
  /** Rows of stock, and different materials. */
  keys: number
  materials: number
  /** Hazard classes of the goods that lie there. */
  hazards: readonly HazardClass[]
  hasReserved: boolean
  /** Some of the goods are frozen. */
  hasFrozen: boolean
  /** The freeze that holds the bin as a whole, or its area or storage location. */
  heldBy: (BinDocument & { placedByName: string; heldUntil: string | null }) | null
  /** The count that has the bin for itself. */
  countedBy: BinDocument | null
  lastCountedAt: string | null
  lastCountNo: string | null
}

/** Who is responsible for an area (用户与货位工厂关系); '*' is every area of the storage location. */
export interface AreaKeeper {
  area: string
  userName: string
  /** The person who asks. */
  isOwn: boolean
}

/** The answer of POST /api/stocktake/bin-map. */
export interface BinMap {
  companyCode: string
  plant: string
  storageLocation: string
  at: string
  bins: readonly BinOnMap[]
  keepers: readonly AreaKeeper[]
  /** There are more than `mapBinsMax`. */
  isCut: boolean
}

/** A bin that a search found, with the goods by which it was found. */
export interface FoundBin {
  bin: string
  /** Rows of the stock; 0 if the bin itself has the word. */
  keys: number
}

/** What the colours of the map say. */
export const binMapModes = {
  occupancy: label('占用', 'Occupancy'),
  hazard: label('危险品冲突', 'Hazard conflicts'),
  held: label('冻结', 'Held'),
  counting: label('盘点中', 'Being counted'),
  lastCounted: label('上次盘点', 'Last counted'),
} as const

export type BinMapMode = keyof typeof binMapModes

/** What a colour means; the legend shows those of a mode, in this order. */
export const binMapMeanings = {
  occupancy: {
    empty: label('空', 'Empty'),
    used: label('有货', 'In use'),
    nearlyFull: label('≥ 90%', '90 % or more'),
    overloaded: label('超量', 'Overloaded'),
    unknown: label('有货，占用未知', 'In use, how full is not known'),
  },
  hazard: {
    empty: label('无危险货物', 'No dangerous goods'),
    fits: label('类别相符', 'As its class'),
    nearby: label('同库区有须隔离的货物', 'Goods to be kept apart in the area'),
    conflict: label('类别不符', 'Of another class'),
  },
  held: {
    empty: label('未冻结', 'Not held'),
    reserved: label('有占用', 'Some reserved'),
    partly: label('部分冻结', 'Some frozen'),
    held: label('整体冻结', 'Held as a whole'),
  },
  counting: {
    empty: label('未盘点', 'Not being counted'),
    counting: label('盘点中', 'Being counted'),
  },
  lastCounted: {
    quarter: label('90 天内', 'Within 90 days'),
    half: label('91–180 天', '91 to 180 days'),
    year: label('181–365 天', '181 to 365 days'),
    old: label('超过 365 天', 'More than 365 days'),
    never: label('从未盘点', 'Never'),
  },
} as const

const tones: Readonly<Record<string, Tone>> = {
  empty: 'draft',
  used: 'waiting',
  nearlyFull: 'partial',
  overloaded: 'failed',
  unknown: 'waiting',
  fits: 'done',
  nearby: 'partial',
  conflict: 'failed',
  reserved: 'waiting',
  partly: 'partial',
  held: 'failed',
  counting: 'active',
  quarter: 'done',
  half: 'waiting',
  year: 'partial',
  old: 'failed',
  never: 'draft',
}

/** The colour of a meaning. */
export const toneOfMeaning = (meaning: string): Tone => tones[meaning] ?? 'draft'

/** Who is responsible for a bin. */
export const keepersOf = (
  { keepers }: Pick<BinMap, 'keepers'>,
  { area }: Pick<BinOnMap, 'area'>,
): readonly AreaKeeper[] => keepers.filter((one) => one.area === '*' || one.area === area)

/** What the map says of a bin: the meaning of its colour, and a short text in the cell. */
export interface BinMark {
  meaning: string
  /** At most six characters; '' for nothing. */
  text: string
  /** Share of the cell that is filled, 0 to 1; for occupancy. */
  fill: number
}

const dayMs = 86_400_000

/** How full a bin is by weight and by pieces, whichever is more; 1 is its capacity; null if neither is known. */
export function fillOf({ capacityKg, takenKg, pieceCapacity, pieces }: BinOnMap): number | null {
  const shares = [
    ...(capacityKg === null || takenKg === null ? [] : [Number(takenKg) / Number(capacityKg)]),
    ...(pieceCapacity === null ? [] : [Number(pieces) / Number(pieceCapacity)]),
  ]
  return shares.length === 0 ? null : Math.max(...shares)
}

function occupancyOf(bin: BinOnMap): BinMark {
  if (bin.keys === 0) return { meaning: 'empty', text: '', fill: 0 }
  const share = fillOf(bin)
  if (share === null) return { meaning: 'unknown', text: `×${bin.materials}`, fill: 0.5 }
  const percent = Math.round(share * 100)
  const meaning = share > 1 ? 'overloaded' : share >= 0.9 ? 'nearlyFull' : 'used'
  // Light goods are there too.
  return { meaning, text: `${Math.max(percent, 1)}%`, fill: Math.min(1, Math.max(share, 0.04)) }
}

function hazardOf(bin: BinOnMap, inArea: ReadonlySet<string>): BinMark {
  const own = bin.hazardClass ?? ''
  const classes = bin.hazards.join('/')
  if (bin.keys > 0 && (bin.hazards.some((one) => one !== own) || (own !== '' && classes === '')))
    return { meaning: 'conflict', text: `${classes || '–'}≠${own || '–'}`, fill: 1 }
  if (classes === '') return { meaning: 'empty', text: own, fill: 0 }
  const isNearby = bin.hazards.some((one) => [...inArea].some((two) => areKeptApart(one, two)))
  return {
    meaning: isNearby ? 'nearby' : 'fits',
    text: isNearby ? `${classes}!` : classes,
    fill: 1,
  }
}

function heldOf(bin: BinOnMap): BinMark {
  if (bin.isLocked || bin.heldBy !== null) return { meaning: 'held', text: '冻', fill: 1 }
  if (bin.hasFrozen) return { meaning: 'partly', text: '部分', fill: 0.5 }
  if (bin.hasReserved) return { meaning: 'reserved', text: '占', fill: 0.25 }
  return { meaning: 'empty', text: '', fill: 0 }
}

/** Whole days since the last count; null if there was none. */
export function daysSinceCount({ lastCountedAt }: BinOnMap, now: Date): number | null {
  if (lastCountedAt === null) return null
  return Math.max(0, Math.floor((now.getTime() - Date.parse(lastCountedAt)) / dayMs))
}

function countAgeOf(bin: BinOnMap, now: Date): BinMark {
  const days = daysSinceCount(bin, now)
  if (days === null) return { meaning: 'never', text: '–', fill: 0 }
  const meaning = days <= 90 ? 'quarter' : days <= 180 ? 'half' : days <= 365 ? 'year' : 'old'
  return { meaning, text: `${days}d`, fill: 1 }
}

/** What the map says of each bin in a mode, by bin. */
export function marksOf(
  bins: readonly BinOnMap[],
  mode: BinMapMode,
  now: Date,
): ReadonlyMap<string, BinMark> {
  const classes = new Map<string, Set<string>>()
  if (mode === 'hazard')
    for (const { area, hazards } of bins)
      classes.set(area, new Set([...(classes.get(area) ?? []), ...hazards]))
  const markOf: Record<BinMapMode, (bin: BinOnMap) => BinMark> = {
    occupancy: occupancyOf,
    hazard: (bin) => hazardOf(bin, classes.get(bin.area) ?? new Set()),
    held: heldOf,
    counting: ({ countedBy }) =>
      countedBy === null
        ? { meaning: 'empty', text: '', fill: 0 }
        : { meaning: 'counting', text: '盘', fill: 1 },
    lastCounted: (bin) => countAgeOf(bin, now),
  }
  return new Map(bins.map((bin) => [bin.bin, markOf[mode](bin)]))
}
