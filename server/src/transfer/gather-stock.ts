import type { Gathering, GatheringMove } from '@kufang/contract/transfer/gathering.ts'
import { addDecimals, compareDecimals } from '@kufang/kernel/decimal-text.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import { weightPerUnitSql } from '../masters/public.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import { problemsOfCountedBins } from '../stocktake/public.ts'
import { readPieces, stockKey, type SpecialStock } from '../ledger/public.ts'

/** Unheld goods that lie in one of several bins, with the bin. */
interface Split extends Row {
  /** The same for all bins of the same goods. */
  goods: string
  materialNo: string
  batch: string
  specialStock: SpecialStock
  specialStockReference: string
  bin: string
  quantity: Quantity
  isSerialManaged: boolean
  /** Nothing else lies in the bin, and nothing of it is held. */
  isAlone: boolean
  weightKg: Quantity | null
  capacityKg: Quantity | null
  takenKg: Quantity
  /** Of goods that are counted in whole units. */
  pieces: Quantity
  pieceCapacity: Quantity | null
  takenPieces: Quantity
}

/** The most moves of one proposal: a keeper's round. */
const movesMax = 40

/**
 * Proposes bin moves for a storage location that gather split stock and empty bins: of goods that lie in several storage
 * bins, all that lies in a bin goes to the one with most of them, as far as it carries and takes that. Goods that are held stay where
 * they are, as do those of bins that are locked or being counted. Mixing and hazard class need no look, because the same
 * goods lie there already. Three statements.
 */
export async function gatherStock(
  queryable: Queryable,
  place: { companyCode: string; plant: string; storageLocation: string },
): Promise<Gathering> {
  const rows = await queryable.query<Split>(splitText, [
    place.companyCode,
    place.plant,
    place.storageLocation,
  ])
  const numbered = rows.map(({ bin }, index) => ({ lineNo: index, bin }))
  const counted = new Set(
    (await problemsOfCountedBins(queryable, place, numbered, ['bin'])).map(({ line }) => line),
  )
  const still = rows.filter((_row, index) => !counted.has(index))
  const found = [...Map.groupBy(still, ({ goods }) => goods).values()].flatMap(movesOf)
  // Emptied bins first; of them the smallest quantities, which are moved with the least effort.
  const chosen = found
    .toSorted(
      (one, other) =>
        Number(other.from.isAlone) - Number(one.from.isAlone) ||
        compareDecimals(one.from.quantity, other.from.quantity),
    )
    .slice(0, movesMax)
  const numbers = await readPieces(
    queryable,
    place.companyCode,
    chosen.map(({ from }) => keyOf(place, from)),
  )
  return {
    companyCode: place.companyCode,
    moves: chosen.map(({ from, target }, index) => moveOf(from, target, itemAt(numbers, index))),
    emptied: chosen.filter(({ from }) => from.isAlone).length,
  }
}

interface Found {
  from: Split
  target: string
}

/** The moves of the same goods into the bin with most of them, the smallest first, as long as it carries them. */
function movesOf(bins: readonly Split[]): Found[] {
  const bySize = bins.toSorted((one, other) => compareDecimals(other.quantity, one.quantity))
  const [target, ...rest] = bySize
  let taken: string = target!.takenKg
  let takenPieces: string = target!.takenPieces
  const moves: Found[] = []
  for (const from of rest.toReversed()) {
    const after = addDecimals(taken, from.weightKg ?? '0')
    const piecesAfter = addDecimals(takenPieces, from.pieces)
    const { capacityKg, pieceCapacity } = target!
    if (capacityKg !== null && compareDecimals(after, capacityKg) > 0) continue
    if (pieceCapacity !== null && compareDecimals(piecesAfter, pieceCapacity) > 0) continue
    taken = after
    takenPieces = piecesAfter
    moves.push({ from, target: target!.bin })
  }
  return moves
}

const keyOf = (
  place: { companyCode: string; plant: string; storageLocation: string },
  { materialNo, batch, bin, specialStock, specialStockReference }: Split,
) => stockKey({ ...place, materialNo, batch, bin, specialStock, specialStockReference })

function moveOf(from: Split, targetBin: string, pieces: readonly string[]): GatheringMove {
  const { materialNo, quantity, bin, batch, specialStock, specialStockReference } = from
  return {
    materialNo,
    quantity,
    bin,
    targetBin,
    batch: batch || null,
    stockCategory: 'UU',
    specialStock: specialStock || null,
    specialStockReference: specialStockReference || null,
    ...(from.isSerialManaged && pieces.length > 0 ? { serialNumbers: pieces } : {}),
  }
}

const splitText = `
  with own as (
    select b.material_no, b.batch, b.special_stock, b.special_stock_reference, b.bin, b.quantity, b.reserved + b.frozen as held,
      round(b.quantity * ${weightPerUnitSql('m')}, 3) as weight_kg,
      case when u.decimals = 0 then b.quantity else 0 end as pieces, m.is_serial_managed,
      b.stock_category = 'UU' and b.book = 'ERP' and b.reserved = 0 and b.frozen = 0 as is_free,
      b.material_no || '/' || b.batch || '/' || b.special_stock || '/' || b.special_stock_reference as goods
    from stock_balance b join material m on m.material_no = b.material_no left join unit u on u.unit = m.unit
    where b.company_code = $1 and b.plant = $2 and b.storage_location = $3 and b.place = 'stock' and b.bin <> '' and b.has_stock
  ), filled as (
    select own.bin, count(*) as keys, bool_or(held > 0) as is_held, coalesce(sum(weight_kg), 0) as taken_kg,
      sum(pieces) as taken_pieces from own group by own.bin
  ), split as (
    select own.*, filled.keys = 1 and not filled.is_held as is_alone, filled.taken_kg, x.weight_capacity_kg as capacity_kg,
      filled.taken_pieces, x.piece_capacity,
      count(*) over (partition by own.goods) as bins
    from own join filled on filled.bin = own.bin
    join bin x on x.company_code = $1 and x.plant = $2 and x.storage_location = $3 and x.bin = own.bin
      and x.is_active and not x.is_frozen and x.purpose = 'storage'
    where own.is_free
  )
  select goods, material_no, batch, special_stock, special_stock_reference, bin, quantity, is_serial_managed, is_alone, weight_kg,
    capacity_kg, taken_kg, pieces, piece_capacity, taken_pieces
  from split where bins > 1 order by goods, quantity desc, bin`
