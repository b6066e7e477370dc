import type { BinOnMap } from '@kufang/contract/stock/bin-map.ts'

// Where bins stand on the map: each aisle of an area is drawn as one sees it from the front, racks and their positions from
// left to right, levels from the floor upwards.

/** Where a bin stands in its aisle. */
export interface BinPlace {
  area: string
  aisle: string
  rack: string
  level: string
  position: string
}

/** A cell of an aisle; `bin` is undefined where nothing stands. */
export interface MapCell {
  place: BinPlace
  bin: BinOnMap | undefined
}

/** One side of an aisle: rows from the highest level to the floor, each with a cell of every column. */
export interface MapAisle {
  area: string
  aisle: string
  /** Rack and position of each column. */
  columns: readonly { rack: string; position: string }[]
  levels: readonly string[]
  /** By level and column. */
  cells: readonly (readonly MapCell[])[]
  binCount: number
}

export interface MapLayout {
  aisles: readonly MapAisle[]
  /** Bins without aisle, rack or level, and those whose place another bin has. */
  unplaced: readonly BinOnMap[]
}

const order = new Intl.Collator('zh', { numeric: true }).compare
const columnKey = (rack: string, position: string): string => `${rack}\u0000${position}`

/** Whether the master says where the bin stands. */
export const isPlaced = ({ aisle, rack, level }: Pick<BinPlace, 'aisle' | 'rack' | 'level'>) =>
  aisle !== '' && rack !== '' && level !== ''

/** Stable text of a place, for comparison. */
export const placeText = ({ area, aisle, rack, level, position }: BinPlace): string =>
  [area, aisle, rack, level, position].join('\u0000')

/**
 * Lays out the bins of a storage location. One pass over the bins; of two bins with the same place the second is unplaced.
 * @param moved places that were chosen and are not saved yet, by bin
 */
export function layoutBins(
  bins: readonly BinOnMap[],
  moved: ReadonlyMap<string, BinPlace> = new Map(),
): MapLayout {
  const unplaced: BinOnMap[] = []
  const aisles = new Map<string, Map<string, BinOnMap>>()
  const placeOf = new Map<string, BinPlace>()
  for (const bin of bins) {
    const place = moved.get(bin.bin) ?? bin
    if (!isPlaced(place)) {
      unplaced.push(bin)
      continue
    }
    const aisle = `${place.area}\u0000${place.aisle}`
    const known = aisles.get(aisle) ?? new Map<string, BinOnMap>()
    const at = placeText(place)
    if (known.has(at)) {
      unplaced.push(bin)
      continue
    }
    known.set(at, bin)
    placeOf.set(bin.bin, place)
    aisles.set(aisle, known)
  }
  const laid = [...aisles.values()].map((known) => layAisle([...known.values()], placeOf))
  return {
    aisles: laid.toSorted((a, b) => order(a.area, b.area) || order(a.aisle, b.aisle)),
    unplaced: unplaced.toSorted((a, b) => order(a.bin, b.bin)),
  }
}

function layAisle(bins: readonly BinOnMap[], placeOf: ReadonlyMap<string, BinPlace>): MapAisle {
  const places = bins.map((bin) => placeOf.get(bin.bin)!)
  const { area, aisle } = places[0]!
  const columns = [
    ...new Map(
      places.map(({ rack, position }) => [columnKey(rack, position), { rack, position }]),
    ).values(),
  ].toSorted((a, b) => order(a.rack, b.rack) || order(a.position, b.position))
  const levels = [...new Set(places.map(({ level }) => level))].toSorted((a, b) => order(b, a))
  const byPlace = new Map(bins.map((bin, index) => [placeText(places[index]!), bin]))
  const cells = levels.map((level) =>
    columns.map(({ rack, position }): MapCell => {
      const place = { area, aisle, rack, level, position }
      return { place, bin: byPlace.get(placeText(place)) }
    }),
  )
  return { area, aisle, columns, levels, cells, binCount: bins.length }
}

/** The next code after the last one of a row: 05 → 06, A9 → A10; '01' of none. */
export function nextCode(last: string | undefined): string {
  const found = /(\d+)$/.exec(last ?? '')
  if (found === null) return last === undefined || last === '' ? '01' : `${last}1`
  const digits = found[1]!
  const next = String(Number(digits) + 1).padStart(digits.length, '0')
  return last!.slice(0, found.index) + next
}

/**
 * The same aisle with room for more: a further rack on the right and a further level on top, as the editor shows it.
 */
export function withRoom(aisle: MapAisle): MapAisle {
  const rack = nextCode(aisle.columns.at(-1)?.rack)
  const columns = [...aisle.columns, { rack, position: aisle.columns[0]?.position ?? '1' }]
  const levels = [nextCode(aisle.levels[0] ?? '0'), ...aisle.levels]
  const { area, aisle: code } = aisle
  const known = new Map(
    aisle.cells.flat().flatMap((cell) => (cell.bin ? [[placeText(cell.place), cell.bin]] : [])),
  )
  const cells = levels.map((level) =>
    columns.map((column): MapCell => {
      const place = { area, aisle: code, level, ...column }
      return { place, bin: known.get(placeText(place)) }
    }),
  )
  return { ...aisle, columns, levels, cells }
}

/** An aisle without bins, to which the first are dragged. */
export function newAisle(area: string, aisle: string): MapAisle {
  const place = { area, aisle, rack: '01', level: '1', position: '1' }
  return {
    area,
    aisle,
    columns: [{ rack: '01', position: '1' }],
    levels: ['1'],
    cells: [[{ place, bin: undefined }]],
    binCount: 0,
  }
}

/** The cells of all aisles, row by row from the top: by these arrows walk. */
export const rowsOfMap = (aisles: readonly MapAisle[]): (readonly MapCell[])[] =>
  aisles.flatMap(({ cells }) => [...cells])

/** A cell of `rowsOfMap`. */
export interface MapSpot {
  row: number
  column: number
}

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * The next cell in the direction of an arrow key that is accepted; the nearest one of the next row that has any. The same
 * cell if there is none, null for other keys.
 */
export function stepOnMap(
  rows: readonly (readonly MapCell[])[],
  from: MapSpot,
  key: string,
  accepts: (cell: MapCell) => boolean,
): MapSpot | null {
  const step = steps[key]
  if (step === undefined) return null
  const [down, right] = step
  if (down === 0) {
    const cells = rows[from.row] ?? []
    for (let column = from.column + right; cells[column] !== undefined; column += right)
      if (accepts(cells[column]!)) return { row: from.row, column }
    return from
  }
  for (let row = from.row + down; rows[row] !== undefined; row += down) {
    const found = rows[row]!.flatMap((cell, column) => (accepts(cell) ? [column] : []))
    const distance = (column: number) => Math.abs(column - from.column)
    const [nearest] = found.toSorted((a, b) => distance(a) - distance(b))
    if (nearest !== undefined) return { row, column: nearest }
  }
  return from
}

/** Where a bin is drawn; null if it is not. */
export function spotOf(rows: readonly (readonly MapCell[])[], bin: string): MapSpot | null {
  for (const [row, cells] of rows.entries()) {
    const column = cells.findIndex((cell) => cell.bin?.bin === bin)
    if (column >= 0) return { row, column }
  }
  return null
}
