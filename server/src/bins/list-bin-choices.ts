import type { BinChoice, BinReason, BinRequest } from '@kufang/contract/bins/bin-choice.ts'
import { subtractDecimals } from '@kufang/kernel/decimal-text.ts'
import { isPositive, isQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import type { Scope } from '../platform/session/session.ts'
import {
  factColumns,
  hasRoomFor,
  hasTooMany,
  heldThere,
  isOpenFor,
  isStockOf,
  isOverloaded,
  ofLocation,
  takenOf,
  takenPiecesOf,
  unmixable,
  wantedGoods,
  wantedValues,
  type BinFacts,
  type Planned,
} from './bin-facts.ts'
import { hasSame, proposeBins } from './propose-bins.ts'

/** The most bins that are shown; those that may be used come first. */
const choicesMax = 200

const nothingPlanned: Planned = new Map()

/**
 * As SQL: the bins that have room: those that contain some of the goods, then the first ones of the location by name. A bin
 * may be in both parts.
 */
const usableBins = `
  select * from (
    (select 1 as rank, ${factColumns}
     from w cross join lateral (select distinct s.bin from stock_balance s where s.company_code = $1 and ${isStockOf}) stored
     join bin x on ${ofLocation} and x.bin = stored.bin ${heldThere}
     where ${isOpenFor} and ${hasRoomFor} and held.same_material > 0
     order by x.bin limit ${choicesMax})
    union all
    -- Sorted by themselves, so that what lies in them is read of the first ones only.
    (select 2, ${factColumns}
     from w cross join lateral (select x.* from bin x where ${ofLocation} and ${isOpenFor} order by x.bin) x ${heldThere}
     where ${hasRoomFor}
     order by x.bin limit ${choicesMax})) usable
  order by rank, bin`

/** As SQL: the bins that are ruled out. */
const otherBins = `
  select ${factColumns} from w join bin x on ${ofLocation} ${heldThere}
  where (${isOpenFor} and ${hasRoomFor}) is not true
  order by held.same_material > 0 desc, x.bin limit ${choicesMax}`

/**
 * The bins of a storage location for goods, each with the reasons for or against it: the proposed one first, then those that
 * may be used, then those that are ruled out, of which none is read if there are enough others. Nothing outside the scope of
 * the person. Five statements at most.
 */
export async function listBinChoices(
  queryable: Queryable,
  scope: Scope,
  request: BinRequest,
): Promise<BinChoice[]> {
  const companyCode = await companyOf(queryable, scope, request)
  if (companyCode === undefined || !isWithin(scope, request)) return []
  const location = {
    companyCode,
    plant: request.plant,
    storageLocation: request.storageLocation,
  }
  const { materialNo, batch = '', exceptBin = '', quantity } = request
  const goods = {
    materialNo,
    batch,
    bin: exceptBin,
    ...(isQuantity(quantity) && { quantity: quantity as Quantity }),
  }
  const read = (text: string) =>
    queryable.query<BinFacts & Row>(
      `with w as materialized (${wantedGoods}) ${text}`,
      wantedValues(location, [goods]),
    )
  const [[proposed], usable] = await Promise.all([
    proposeBins(queryable, { ...location, goods: [{ materialNo, batch, exceptBin, quantity }] }),
    read(usableBins),
  ])
  const known = new Map(usable.map((facts) => [facts.bin, facts]))
  const others = known.size < choicesMax ? await read(otherBins) : []
  return [...known.values(), ...others]
    .slice(0, choicesMax)
    .map((facts): BinChoice => {
      const against = objectionsTo(facts, materialNo, exceptBin)
      const verdict =
        against.length > 0 ? 'refused' : facts.bin === proposed ? 'proposed' : 'possible'
      const reasons = against.length > 0 ? against : groundsFor(facts, batch)
      return { bin: facts.bin, area: facts.area, verdict, reasons }
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Of the bins that are ruled out, those that are only full or locked come before those for other goods. */
function rankOf({ verdict, reasons }: BinChoice): number {
  if (verdict !== 'refused') return verdict === 'proposed' ? 0 : 1
  return reasons.some(({ code }) => code === 'hazard-differs' || code === 'purpose') ? 3 : 2
}

/** The company of the plant, of those the person works for. */
async function companyOf(
  queryable: Queryable,
  scope: Scope,
  { companyCode, plant }: BinRequest,
): Promise<string | undefined> {
  const [found] = await queryable.query<{ companyCode: string }>(
    `select company_code from plant where plant = $1 and company_code = any($2)
       and ($3::text is null or company_code = $3) order by company_code limit 1`,
    [plant, scope.companyCodes, companyCode ?? null],
  )
  return found?.companyCode
}

function isWithin(scope: Scope, { plant, storageLocation }: BinRequest): boolean {
  return (
    scope.supplierNo === null &&
    (scope.plants === null || scope.plants.includes(plant)) &&
    (scope.storageLocations === null ||
      scope.storageLocations.includes(`${plant}/${storageLocation}`))
  )
}

function objectionsTo(facts: BinFacts, materialNo: string, exceptBin: string): BinReason[] {
  const found: BinReason[] = []
  const add = (code: BinReason['code'], params: BinReason['params'] = {}) =>
    found.push({ code, params })
  if (facts.bin === exceptBin) add('current')
  if (!facts.isActive) add('inactive')
  if (facts.isFrozen) add('frozen')
  if (!facts.isForStorage) add('purpose')
  if (!facts.isHazardAllowed)
    add('hazard-differs', { hazard: facts.hazard, binHazard: facts.binHazard })
  const other = unmixable(facts, materialNo, nothingPlanned)
  if (other !== null) add('not-mixed', { other })
  if (isOverloaded(facts, nothingPlanned)) add('no-room', room(facts))
  if (hasTooMany(facts, nothingPlanned)) add('no-pieces', piecesLeft(facts))
  return found
}

function groundsFor(facts: BinFacts, batch: string): BinReason[] {
  const { sameBatch, sameMaterial, unit, other, hazard } = facts
  const there: BinReason = isPositive(sameBatch)
    ? { code: 'same-batch', params: { batch, quantity: sameBatch, unit } }
    : hasSame(facts)
      ? { code: 'same-material', params: { quantity: sameMaterial, unit } }
      : { code: other === null ? 'empty' : 'mixing', params: {} }
  const found: BinReason[] = [
    there,
    hazard === '' ? { code: 'no-hazard', params: {} } : { code: 'hazard', params: { hazard } },
  ]
  if (facts.pieceCapacity !== null && facts.pieces !== null)
    found.push({ code: 'pieces', params: piecesLeft(facts) })
  if (facts.capacityKg === null) return found
  return [
    ...found,
    facts.weightKg === null
      ? { code: 'weight-unknown', params: {} }
      : { code: 'room', params: room(facts) },
  ]
}

const piecesLeft = (facts: BinFacts): BinReason['params'] => ({
  left: subtractDecimals(facts.pieceCapacity ?? '0', takenPiecesOf(facts, nothingPlanned)),
  pieces: facts.pieces ?? '',
})

const room = (facts: BinFacts): BinReason['params'] => ({
  left: subtractDecimals(facts.capacityKg ?? '0', takenOf(facts, nothingPlanned)),
  weight: facts.weightKg ?? '',
})
