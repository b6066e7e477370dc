import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { compareDecimals, sumDecimals } from '@kufang/kernel/decimal-text.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../kit/fields/field-column.ts'

// What the board shows, from the rows of the query distribution-board.

/** What a vehicle takes at once. */
export interface Trip {
  tripNo: number
  driver: string
  driverName: string
  /** By stop. */
  orders: readonly Row[]
  /** Null if the weight of an order is not known. */
  weightKg: string | null
  hazardClasses: string
  /** The vehicle has left with it: nothing is put onto it any more. */
  hasLeft: boolean
}

/** The vehicle of a line of the board. */
export interface BoardVehicle {
  vehicle: string
  plateNo: string
  name: string
  loadCapacityKg: string
  hazardClasses: readonly string[]
  driver: string
}

const stillHere: ReadonlySet<string> = new Set(['allotted', 'loaded'])

/** A row of the vehicle master. */
export function boardVehicle(row: Row): BoardVehicle {
  const classes = row['hazardClasses']
  return {
    vehicle: textOf(row['vehicle']),
    plateNo: textOf(row['plateNo']),
    name: textOf(row['name']),
    loadCapacityKg: textOf(row['loadCapacityKg']),
    hazardClasses: Array.isArray(classes) ? classes.map(textOf) : [],
    driver: textOf(row['driver']),
  }
}

/** The days of the board. */
export const daysFrom = (first: LocalDate, count: number): LocalDate[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** Orders that nobody has put onto a trip, the most urgent first. */
export const waitingOrders = (rows: readonly Row[]): Row[] =>
  rows
    .filter((row) => row['state'] === 'waiting')
    .toSorted((one, other) => urgency(one).localeCompare(urgency(other)))

const urgency = (row: Row): string =>
  `${textOf(row['requiredDate']) || '9999'} ${textOf(row['docNo'])}`

/** The trips of a vehicle on a day, the first one first. */
export function tripsOf(rows: readonly Row[], vehicle: string, day: string): Trip[] {
  const own = rows.filter(
    (row) =>
      row['vehicle'] === vehicle && row['tripDate'] === day && textOf(row['state']) !== 'waiting',
  )
  const byNo = Map.groupBy(own, (row) => Number(row['tripNo']))
  return [...byNo]
    .toSorted(([one], [other]) => one - other)
    .map(([tripNo, orders]) => {
      const weights = orders.map((row) => row['weightKg'])
      const classes = orders.flatMap((row) => textOf(row['hazardClasses']).split('、'))
      return {
        tripNo,
        driver: textOf(orders[0]!['driver']),
        driverName: textOf(orders[0]!['driverName']),
        orders: orders.toSorted((one, other) => Number(one['stopNo']) - Number(other['stopNo'])),
        weightKg: weights.every((one) => textOf(one) !== '')
          ? sumDecimals(weights.map(textOf))
          : null,
        hazardClasses: [...new Set(classes)].filter((one) => one !== '').join('、'),
        hasLeft: orders.some((row) => !stillHere.has(textOf(row['state']))),
      }
    })
}

/** Of the trips of a vehicle and day, the one that takes a further order; undefined if it is to begin. */
export const openTrip = (trips: readonly Trip[]): Trip | undefined =>
  trips.findLast(({ hasLeft }) => !hasLeft)

/** How full a vehicle is, in percent of its capacity; null if a weight is not known. */
export function fullness({ weightKg }: Trip, { loadCapacityKg }: BoardVehicle): number | null {
  if (weightKg === null || compareDecimals(loadCapacityKg, '0') <= 0) return null
  return Math.round((Number(weightKg) / Number(loadCapacityKg)) * 100)
}

/** A place of the board: the waiting orders (`vehicle` -1), or a vehicle and a day by their positions. */
export interface BoardPlace {
  vehicle: number
  day: number
}

/** Where an arrow key leads from a place; the same place at the edge. */
export function nextPlace(
  from: BoardPlace,
  key: string,
  size: { vehicles: number; days: number },
): BoardPlace {
  const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1)
  const { vehicle, day } = from
  if (vehicle < 0) return key === 'ArrowRight' && size.vehicles > 0 ? { vehicle: 0, day: 0 } : from
  switch (key) {
    case 'ArrowUp':
      return { vehicle: within(vehicle - 1, size.vehicles), day }
    case 'ArrowDown':
      return { vehicle: within(vehicle + 1, size.vehicles), day }
    case 'ArrowLeft':
      return day === 0 ? { vehicle: -1, day: 0 } : { vehicle, day: day - 1 }
    case 'ArrowRight':
      return { vehicle, day: within(day + 1, size.days) }
    default:
      return from
  }
}
