import { describe, expect, it } from 'vitest'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import {
  boardVehicle,
  daysFrom,
  fullness,
  nextPlace,
  openTrip,
  tripsOf,
  waitingOrders,
} from './board-model.ts'

const order = (docNo: string, more: Record<string, unknown> = {}) => ({
  docNo,
  state: 'allotted',
  vehicle: 'V1',
  tripDate: '2026-11-26',
  tripNo: 1,
  stopNo: 1,
  driver: 'D1',
  driverName: '王五',
  weightKg: '100.000',
  hazardClasses: null,
  ...more,
})

describe('the board of distribution', () => {
  const rows = [
    order('PS2', { stopNo: 2, hazardClasses: '3' }),
    order('PS1'),
    order('PS3', { tripNo: 2, state: 'underWay', weightKg: null }),
    order('PS4', { vehicle: 'V2' }),
    order('PS6', { state: 'waiting', vehicle: null, tripDate: null, requiredDate: '2026-12-01' }),
    order('PS5', { state: 'waiting', vehicle: null, tripDate: null, requiredDate: '2026-11-27' }),
  ]
  const car = boardVehicle({ vehicle: 'V1', loadCapacityKg: '400', hazardClasses: ['3'] })

  it('shows the trips of a vehicle and day by their stops, with weight and hazard classes', () => {
    const [first, second] = tripsOf(rows, 'V1', '2026-11-26')
    expect(first).toMatchObject({ tripNo: 1, weightKg: '200', hazardClasses: '3' })
    expect(first!.orders.map((row) => row['docNo'])).toEqual(['PS1', 'PS2'])
    expect(second).toMatchObject({ tripNo: 2, weightKg: null, hasLeft: true })
    expect(fullness(first!, car)).toBe(50)
    expect(fullness(second!, car)).toBeNull()
  })

  it('puts a further order onto the trip that has not left, or begins one', () => {
    const trips = tripsOf(rows, 'V1', '2026-11-26')
    expect(openTrip(trips)?.tripNo).toBe(1)
    expect(openTrip(trips.slice(1))).toBeUndefined()
  })

  it('has what waits by the day on which it is required', () => {
    expect(waitingOrders(rows).map((row) => row['docNo'])).toEqual(['PS5', 'PS6'])
  })

  it('is walked with the arrow keys, from what waits to vehicles and days and back', () => {
    const size = { vehicles: 2, days: 3 }
    const waiting = { vehicle: -1, day: 0 }
    expect(nextPlace(waiting, 'ArrowRight', size)).toEqual({ vehicle: 0, day: 0 })
    expect(nextPlace(waiting, 'ArrowRight', { ...size, vehicles: 0 })).toEqual(waiting)
    expect(nextPlace({ vehicle: 0, day: 0 }, 'ArrowDown', size)).toEqual({ vehicle: 1, day: 0 })
    expect(nextPlace({ vehicle: 1, day: 2 }, 'ArrowRight', size)).toEqual({ vehicle: 1, day: 2 })
    expect(nextPlace({ vehicle: 1, day: 0 }, 'ArrowLeft', size)).toEqual(waiting)
    expect(daysFrom('2026-11-30' as LocalDate, 2)).toEqual(['2026-11-30', '2026-12-01'])
  })
})
