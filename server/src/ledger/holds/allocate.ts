import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { isPositive, minimumQuantity, subtractQuantity } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { stockKey } from '../key.ts'
import type { Book, SpecialStock, StockKey } from '../key.ts'

/** Own or special stock; of any supplier or project if the reference is null. */
export interface WantedStock {
  specialStock: SpecialStock
  specialStockReference: string | null
}

/** The demand of a document line for unrestricted stock. */
export interface AllocationDemand {
  lineNo: number
  plant: string
  storageLocation: string
  materialNo: string
  /** Only this batch; any batch if absent. */
  batch?: string | undefined
  /** The stocks that may be taken, the preferred one first; own stock if absent. */
  stocks?: readonly WantedStock[] | undefined
  book?: Book | undefined
  quantity: Quantity
}

export interface AllocationProposal {
  lineNo: number
  keyId: number
  key: StockKey
  quantity: Quantity
}

interface CandidateRow {
  keyId: number
  plant: string
  storageLocation: string
  bin: string
  materialNo: string
  batch: string
  specialStock: SpecialStock
  specialStockReference: string
  book: Book
  free: Quantity
}

const ownStock: readonly WantedStock[] = [{ specialStock: '', specialStockReference: '' }]

/** The stock of one kind from which a demand may be served. */
interface Pool extends WantedStock {
  plant: string
  storageLocation: string
  materialNo: string
  book: Book
}

const poolText = (pool: Pool): string =>
  JSON.stringify([
    pool.plant,
    pool.storageLocation,
    pool.materialNo,
    pool.specialStock,
    pool.specialStockReference,
    pool.book,
  ])

/** The pools of a demand, the preferred one first. */
const poolsOf = (demand: AllocationDemand): Pool[] =>
  (demand.stocks ?? ownStock).map((stock) => ({
    ...stock,
    plant: demand.plant,
    storageLocation: demand.storageLocation,
    materialNo: demand.materialNo,
    book: demand.book ?? 'ERP',
  }))

/**
 * Proposes bins and batches: of the preferred stock first, in it earliest expiry first, then earliest receipt; never
 * batches expired before `today`, never held stock. Lines with a fixed batch are served first. If stock is short, the proposal is smaller than the demand;
 * the caller compares. One statement without locks: the proposal is checked again when it is held or moved.
 */
export async function proposeAllocation(
  queryable: Queryable,
  request: { companyCode: string; demands: readonly AllocationDemand[]; today: LocalDate },
): Promise<AllocationProposal[]> {
  const { demands } = request
  const pools = [
    ...new Map(demands.flatMap(poolsOf).map((pool) => [poolText(pool), pool])).values(),
  ]
  if (pools.length === 0) return []
  const rows = await queryable.query<CandidateRow & { pool: number }>(
    `select pool.position::int as pool, b.key_id, b.plant, b.storage_location, b.bin, b.material_no, b.batch, b.special_stock,
      b.special_stock_reference, b.book, b.quantity - b.reserved - b.frozen as free
    from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
      with ordinality as pool (plant, storage_location, material_no, special_stock, special_stock_reference, book, position)
    cross join lateral (
      select * from stock_balance b
      where b.company_code = $1 and b.has_stock and b.material_no = pool.material_no
        and b.plant = pool.plant and b.storage_location = pool.storage_location
        and b.special_stock = pool.special_stock
        and b.special_stock_reference = coalesce(pool.special_stock_reference, b.special_stock_reference)
        and b.book = pool.book and b.stock_category = 'UU' and b.place = 'stock' and not b.is_held
        and b.quantity > b.reserved + b.frozen
      offset 0
    ) b
    left join batch on batch.company_code = $1 and batch.material_no = b.material_no and batch.batch = b.batch
    where batch.expiry_date is null or batch.expiry_date >= $8::date
    order by batch.expiry_date nulls last, batch.first_received_at nulls last, b.bin, b.key_id`,
    [
      request.companyCode,
      pools.map((pool) => pool.plant),
      pools.map((pool) => pool.storageLocation),
      pools.map((pool) => pool.materialNo),
      pools.map((pool) => pool.specialStock),
      pools.map((pool) => pool.specialStockReference),
      pools.map((pool) => pool.book),
      request.today,
    ],
  )
  // Pools may overlap (any supplier, one supplier): what one demand takes is not free for another.
  const free = new Map(rows.map((row) => [row.keyId, row.free]))
  const candidates = Map.groupBy(rows, ({ pool }) => poolText(itemAt(pools, pool - 1)))
  const proposals: AllocationProposal[] = []
  const demanding = [
    ...demands.filter((demand) => demand.batch !== undefined),
    ...demands.filter((demand) => demand.batch === undefined),
  ]
  for (const demand of demanding) {
    let wanted = demand.quantity
    for (const candidate of poolsOf(demand).flatMap(
      (pool) => candidates.get(poolText(pool)) ?? [],
    )) {
      if (!isPositive(wanted)) break
      if (demand.batch !== undefined && demand.batch !== candidate.batch) continue
      const { keyId, free: _free, pool: _pool, ...parts } = candidate
      const left = entryOf(free, keyId)
      const quantity = minimumQuantity(wanted, left)
      if (!isPositive(quantity)) continue
      free.set(keyId, subtractQuantity(left, quantity))
      wanted = subtractQuantity(wanted, quantity)
      proposals.push({
        lineNo: demand.lineNo,
        keyId,
        key: stockKey({ companyCode: request.companyCode, ...parts }),
        quantity,
      })
    }
  }
  return proposals.sort((a, b) => a.lineNo - b.lineNo)
}
