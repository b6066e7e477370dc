import { expect, test } from 'vitest'
import { marksOf, type BinOnMap } from '@kufang/contract/stock/bin-map.ts'
import {
  layoutBins,
  newAisle,
  nextCode,
  rowsOfMap,
  spotOf,
  stepOnMap,
  withRoom,
} from './bin-map-layout.ts'

const bin = (
  code: string,
  [area, aisle, rack, level, position = '1']: readonly string[],
  more: Partial<BinOnMap> = {},
): BinOnMap => ({
  bin: code,
  area: area!,
  aisle: aisle!,
  rack: rack!,
  level: level!,
  position,
  purpose: 'storage',
  hazardClass: null,
  capacityKg: null,
  takenKg: '0',
  pieceCapacity: null,
  pieces: '0',
  allowsMixing: true,
  isActive: true,
  isLocked: false,
  version: 1,
  keys: 0,
  materials: 0,
  hazards: [],
  hasReserved: false,
  hasFrozen: false,
  heldBy: null,
  countedBy: null,
  lastCountedAt: null,
  lastCountNo: null,
  ...more,
})
const now = new Date('2026-11-26T04:00:00Z')

test('an aisle is drawn from the front: racks from left to right by number, the floor below', () => {
  const { aisles, unplaced } = layoutBins([
    bin('a', ['A', '1', '10', '1']),
    bin('b', ['A', '1', '2', '2']),
    bin('c', ['A', '1', '2', '1']),
    bin('d', ['B', '1', '1', '1']),
  ])
  expect(aisles.map(({ area, aisle }) => `${area}${aisle}`)).toEqual(['A1', 'B1'])
  expect(aisles[0]!.columns.map(({ rack }) => rack)).toEqual(['2', '10'])
  expect(aisles[0]!.cells.map((row) => row.map((cell) => cell.bin?.bin))).toEqual([
    ['b', undefined],
    ['c', 'a'],
  ])
  expect(unplaced).toEqual([])
})

test('bins without a place, and those whose place is taken, are listed beside the picture', () => {
  const { aisles, unplaced } = layoutBins([
    bin('a', ['A', '1', '1', '1']),
    bin('b', ['A', '1', '1', '1']),
    bin('c', ['', '', '', '']),
  ])
  expect(aisles.flatMap(({ cells }) => cells.flat().map((cell) => cell.bin?.bin))).toEqual(['a'])
  expect(unplaced.map((one) => one.bin)).toEqual(['b', 'c'])
})

test('a place chosen in the editor counts before it is saved', () => {
  const moved = new Map([['c', { area: 'A', aisle: '1', rack: '2', level: '1', position: '1' }]])
  const { aisles, unplaced } = layoutBins(
    [bin('a', ['A', '1', '1', '1']), bin('c', ['A', '', '', ''])],
    moved,
  )
  expect(aisles[0]!.cells[0]!.map((cell) => cell.bin?.bin)).toEqual(['a', 'c'])
  expect(unplaced).toEqual([])
})

test('the editor offers the next rack, the next level and a new aisle', () => {
  expect(['05', 'A9', undefined, 'A'].map(nextCode)).toEqual(['06', 'A10', '01', 'A1'])
  const [aisle] = layoutBins([bin('a', ['A', '1', '03', '2'])]).aisles
  const room = withRoom(aisle!)
  expect(room.columns.map(({ rack }) => rack)).toEqual(['03', '04'])
  expect(room.levels).toEqual(['3', '2'])
  expect(room.cells[1]!.map((cell) => cell.bin?.bin)).toEqual(['a', undefined])
  expect(newAisle('A', '2').cells[0]![0]!.place).toMatchObject({ aisle: '2', rack: '01' })
})

test('the fullest of weight and pieces says how full a bin is; unknown weights are not guessed', () => {
  const marks = marksOf(
    [
      bin('empty', ['A', '1', '1', '1'], { capacityKg: '100' }),
      bin('weight', [], { keys: 1, materials: 1, capacityKg: '100', takenKg: '95' }),
      bin('pieces', [], {
        keys: 1,
        materials: 1,
        capacityKg: '100',
        takenKg: '10',
        pieceCapacity: '4',
        pieces: '5',
      }),
      bin('unknown', [], { keys: 2, materials: 2, capacityKg: '100', takenKg: null }),
    ],
    'occupancy',
    now,
  )
  expect([...marks.values()].map(({ meaning, text }) => [meaning, text])).toEqual([
    ['empty', ''],
    ['nearlyFull', '95%'],
    ['overloaded', '125%'],
    ['unknown', '×2'],
  ])
})

test('goods of another class conflict with their bin, goods to be kept apart with their area', () => {
  const lying = (hazards: BinOnMap['hazards'], more: Partial<BinOnMap>) => ({
    keys: 1,
    materials: 1,
    hazards,
    ...more,
  })
  const marks = marksOf(
    [
      bin('wrong', ['W'], lying(['3'], { hazardClass: null })),
      bin('flammable', ['X'], lying(['3'], { hazardClass: '3' })),
      bin('oxidising', ['X'], lying(['5.1'], { hazardClass: '5.1' })),
      bin('alone', ['Y'], lying(['3'], { hazardClass: '3' })),
      bin('ordinary', ['Y'], lying([], { hazardClass: '3' })),
    ],
    'hazard',
    now,
  )
  expect([...marks].map(([name, { meaning }]) => [name, meaning])).toEqual([
    ['wrong', 'conflict'],
    ['flammable', 'nearby'],
    ['oxidising', 'nearby'],
    ['alone', 'fits'],
    ['ordinary', 'conflict'],
  ])
})

test('the age of the last count is told by quarters, and never counted is said', () => {
  const at = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const marks = marksOf(
    [
      bin('a', [], { lastCountedAt: at(90) }),
      bin('b', [], { lastCountedAt: at(91) }),
      bin('c', [], { lastCountedAt: at(400) }),
      bin('d', []),
    ],
    'lastCounted',
    now,
  )
  expect([...marks.values()].map(({ meaning, text }) => [meaning, text])).toEqual([
    ['quarter', '90d'],
    ['half', '91d'],
    ['old', '400d'],
    ['never', '–'],
  ])
})

test('arrow keys walk over gaps and from one aisle into the next, and stop at the ends', () => {
  const { aisles } = layoutBins([
    bin('a', ['A', '1', '1', '1']),
    bin('b', ['A', '1', '3', '1']),
    bin('c', ['A', '1', '2', '2']),
    bin('d', ['A', '2', '3', '1']),
  ])
  const rows = rowsOfMap(aisles)
  const walk = (from: string, ...keys: string[]) => {
    const end = keys.reduce(
      (at, key) => stepOnMap(rows, at, key, (cell) => cell.bin !== undefined)!,
      spotOf(rows, from)!,
    )
    return rows[end.row]![end.column]!.bin!.bin
  }
  expect(walk('a', 'ArrowRight')).toBe('b')
  expect(walk('b', 'ArrowUp')).toBe('c')
  expect(walk('b', 'ArrowDown')).toBe('d')
  expect(walk('d', 'ArrowDown')).toBe('d')
  expect(stepOnMap(rows, { row: 0, column: 0 }, 'Enter', () => true)).toBeNull()
})
