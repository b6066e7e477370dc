import { addAll } from '@kufang/kernel/add-all.ts'
import type { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import { classesApart } from '@kufang/contract/distribution/travel-together.ts'
import { compareDecimals, sumDecimals } from '@kufang/kernel/decimal-text.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import type { Transaction } from '../platform/database/database.ts'

// A trip is what a vehicle takes at once: orders of the same vehicle, day and trip number. It has no row of its own.

type Context =
  | ContextOf<typeof distributionOrder, 'allot'>
  | ContextOf<typeof distributionOrder, 'load'>

/** The states in which the goods of an order are not, or no longer, on a trip. */
const notOnTrip = ['waiting', 'cancelled', 'reversed'] as const
const departedStates: readonly string[] = [
  'underWay',
  'signed',
  'partlyRefused',
  'refused',
  'completed',
]

interface OnTrip {
  docNo: string
  state: string
  tripNo: number
  stopNo: number | null
  driver: string
  deliveryPlace: string | null
  weightKg: string
  hazardClasses: string[]
}

/** Which trip an order goes with, and what it brings along. */
export interface Wanted {
  vehicle: string
  driver: string
  tripDate: string
  /** Null: the trip of that day that has not left. */
  tripNo: number | null
  stopNo: number | null
  weightKg: string
}

/**
 * The other orders of a vehicle on a day. Trips of one vehicle and day are changed one after the other, so that two people
 * do not fill the same place.
 */
async function ordersOfDay(
  tx: Transaction,
  companyCode: string,
  vehicle: string,
  tripDate: string,
  exceptId: string,
): Promise<OnTrip[]> {
  tx.write(
    `select 1 from (select pg_advisory_xact_lock(hashtextextended('trip/' || $1 || '/' || $2 || '/' || $3, 0))) as locked`,
    [companyCode, vehicle, tripDate],
  )
  return tx.query<OnTrip>(
    `select h.doc_no, h.state, h.trip_no, h.stop_no, h.driver, h.delivery_place, h.weight_kg,
       array(select distinct l.hazard_class from distribution_order_line l
         where l.company_code = h.company_code and l.document_id = h.id and l.hazard_class <> '' order by 1) as hazard_classes
     from distribution_order h
     where h.company_code = $1 and h.vehicle = $2 and h.trip_date = $3 and h.id <> $4 and h.state <> all ($5::text[])
     order by h.trip_no, h.stop_no, h.doc_no`,
    [companyCode, vehicle, tripDate, exceptId, notOnTrip],
  )
}

/**
 * Finds the trip and the stop of an order, and refuses what may not travel so.
 * @throws Refusal, all that stands against it together: `trip-departed`, `trip-driver-differs`, `trip-overloaded`,
 * `trip-hazard-mixed`, `vehicle-not-licensed`, `driver-not-qualified`
 */
export async function takeOntoTrip(
  { tx, today, document, lines, problem }: Context,
  wanted: Wanted,
): Promise<{ tripNo: number; stopNo: number }> {
  const { companyCode, id } = document
  const { vehicle, driver, tripDate } = wanted
  const others = await ordersOfDay(tx, companyCode, vehicle, tripDate, id)
  const leftWith = (tripNo: number) =>
    others.find((one) => one.tripNo === tripNo && departedStates.includes(one.state))
  const latest = Math.max(1, ...others.map(({ tripNo }) => tripNo))
  const open = leftWith(latest) === undefined ? latest : latest + 1
  const tripNo = wanted.tripNo ?? open
  const [car, person] = await Promise.all([
    readVehicle(tx, companyCode, vehicle),
    readDriver(tx, companyCode, driver),
  ])
  const trip = { vehicle: car.plateNo, date: tripDate, trip: tripNo }
  const problems: RefusalDetail[] = []
  const left = leftWith(tripNo)
  if (left !== undefined)
    problems.push(
      problem('trip-departed', { ...trip, order: left.docNo, nextTrip: open }, undefined, 'tripNo'),
    )
  const together = others.filter((one) => one.tripNo === tripNo)
  const other = together.find((one) => one.driver !== driver)
  if (other !== undefined) {
    const { name } = await readDriver(tx, companyCode, other.driver)
    problems.push(problem('trip-driver-differs', { ...trip, driver: name }, undefined, 'driver'))
  }
  const load = sumDecimals([wanted.weightKg, ...together.map(({ weightKg }) => weightKg)])
  if (compareDecimals(load, car.loadCapacityKg) > 0) {
    const params = { ...trip, load, own: wanted.weightKg, capacity: car.loadCapacityKg }
    problems.push(problem('trip-overloaded', params, undefined, 'vehicle'))
  }
  const own = lines.flatMap(({ hazardClass }) => hazardClass ?? [])
  const apart = classesApart([...own, ...together.flatMap(({ hazardClasses }) => hazardClasses)])
  if (apart.length > 0)
    problems.push(
      problem('trip-hazard-mixed', { ...trip, classes: apart.join('、') }, undefined, 'vehicle'),
    )
  // A trip of yesterday leaves today.
  const day = tripDate > today ? tripDate : today
  addAll(problems, withoutLicence(problem, own, car, person, day))
  if (problems.length > 0) throw refuseAll(problems)
  return { tripNo, stopNo: wanted.stopNo ?? stopOf(together, document.deliveryPlace) }
}

/** Where the trip stops for the same place anyhow, otherwise after the others. */
function stopOf(together: readonly OnTrip[], place: string | null): number {
  const same = together.find((one) => place !== null && one.deliveryPlace === place)
  return same?.stopNo ?? Math.max(0, ...together.map(({ stopNo }) => stopNo ?? 0)) + 1
}

/**
 * Licences end: what is loaded leaves only if vehicle and driver may still bring it today.
 * @throws `vehicle-not-licensed`, `driver-not-qualified`
 */
export async function assertLicensed({
  tx,
  today,
  document,
  lines,
  problem,
}: ContextOf<typeof distributionOrder, 'depart'>): Promise<void> {
  const { companyCode, vehicle, driver } = document
  const [car, person] = await Promise.all([
    readVehicle(tx, companyCode, vehicle!),
    readDriver(tx, companyCode, driver!),
  ])
  const classes = lines.flatMap(({ hazardClass }) => hazardClass ?? [])
  const problems = withoutLicence(problem, classes, car, person, today)
  if (problems.length > 0) throw refuseAll(problems)
}

/** Dangerous goods need a vehicle licensed for their class and a qualified driver, both valid on the day. */
function withoutLicence(
  problem: Context['problem'],
  hazardClasses: readonly string[],
  car: Vehicle,
  person: Driver,
  day: string,
): RefusalDetail[] {
  const classes = [...new Set(hazardClasses)]
  if (classes.length === 0) return []
  const isValid = car.licenceValidTo !== null && car.licenceValidTo >= day
  const missing = isValid ? classes.filter((one) => !car.hazardClasses.includes(one)) : classes
  const found: RefusalDetail[] = []
  if (missing.length > 0)
    found.push(
      problem(
        'vehicle-not-licensed',
        {
          vehicle: car.plateNo,
          classes: missing.join('、'),
          permitted: car.hazardClasses.join('、') || '–',
          validTo: car.licenceValidTo ?? '–',
          date: day,
        },
        undefined,
        'vehicle',
      ),
    )
  if (person.qualificationValidTo === null || person.qualificationValidTo < day)
    found.push(
      problem(
        'driver-not-qualified',
        {
          driver: person.name,
          classes: classes.join('、'),
          validTo: person.qualificationValidTo ?? '–',
          date: day,
        },
        undefined,
        'driver',
      ),
    )
  return found
}

interface Vehicle {
  plateNo: string
  loadCapacityKg: string
  hazardClasses: string[]
  licenceValidTo: string | null
}

async function readVehicle(
  tx: Transaction,
  companyCode: string,
  vehicle: string,
): Promise<Vehicle> {
  const found = firstOf(
    await tx.query<Vehicle>(
      `select plate_no, load_capacity_kg, hazard_classes, licence_valid_to from vehicle
     where company_code = $1 and vehicle = $2`,
      [companyCode, vehicle],
    ),
  )
  return found
}

interface Driver {
  name: string
  account: string
  qualificationValidTo: string | null
}

/** A driver by code; the reference was checked when it was entered. */
export async function readDriver(
  tx: Transaction,
  companyCode: string,
  driver: string,
): Promise<Driver> {
  const found = firstOf(
    await tx.query<Driver>(
      `select name, account, qualification_valid_to from driver where company_code = $1 and driver = $2`,
      [companyCode, driver],
    ),
  )
  return found
}
