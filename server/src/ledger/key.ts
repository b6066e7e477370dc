import {
  balancePlaces,
  stockPlaces,
  type StockPlaceCode,
} from '@kufang/contract/document/stock-places.ts'
import type { books } from '@kufang/contract/document/declare/stock-words.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { Transaction } from '../platform/database/database.ts'
import { isCovered, isOfHeldBatch, lockPlaces } from './holds/place-holds.ts'
import { knownKeys } from './key-cache.ts'

/** The stock, or another place of the ledger (`stockPlaces` of the contract). */
export type StockPlace = StockPlaceCode

/** 收货冻结, 质检, 非限制, 冻结, 在途; '' only outside the stock. */
export type StockCategory = 'GRB' | 'QI' | 'UU' | 'BL' | 'IT' | ''

/** '' own, K consignment (+ supplier), Q project (+ WBS), E sales order, O subcontractor. */
export type SpecialStock = '' | 'K' | 'Q' | 'E' | 'O'

/** 账内, 零价值, 账外. */
export type Book = keyof typeof books

/** The dimensions of stock (spec domain.md 1.1). Missing parts are ''. */
export interface StockKey {
  companyCode: string
  place: StockPlace
  plant: string
  storageLocation: string
  bin: string
  materialNo: string
  batch: string
  stockCategory: StockCategory
  specialStock: SpecialStock
  specialStockReference: string
  book: Book
  /** The holder of the goods, if the place has one: the borrower of goods on loan. */
  placeReference: string
}

/**
 * Builds a key from the given parts; by default own unrestricted stock in the ERP's books. Outside the stock there is
 * no category.
 */
export function stockKey(
  parts: Partial<StockKey> & Pick<StockKey, 'companyCode' | 'materialNo'>,
): StockKey {
  const place = parts.place ?? 'stock'
  return {
    companyCode: parts.companyCode,
    place,
    plant: parts.plant ?? '',
    storageLocation: parts.storageLocation ?? '',
    bin: parts.bin ?? '',
    materialNo: parts.materialNo,
    batch: parts.batch ?? '',
    stockCategory: parts.stockCategory ?? (stockPlaces[place].keepsBalance ? 'UU' : ''),
    specialStock: parts.specialStock ?? '',
    specialStockReference: parts.specialStockReference ?? '',
    book: parts.book ?? 'ERP',
    placeReference: parts.placeReference ?? '',
  }
}

const separator = '\u001f'

/** The key as text: equal for equal keys, and usable as a global sort order. */
export function stockKeyText(key: StockKey): string {
  return (
    key.companyCode +
    separator +
    key.materialNo +
    separator +
    key.plant +
    separator +
    key.storageLocation +
    separator +
    key.bin +
    separator +
    key.batch +
    separator +
    key.stockCategory +
    separator +
    key.specialStock +
    separator +
    key.specialStockReference +
    separator +
    key.book +
    separator +
    key.place +
    separator +
    key.placeReference
  )
}

// `offset 0` forces one probe of the unique index per key, whatever the planner estimates for a freshly filled table.
// Keys are inserted in sorted order, so that two documents inserting the same keys cannot deadlock. A stock key is
// inserted together with its balance.
const resolveText = `
  with wanted as (
    select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
      $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]) with ordinality as wanted
      (place, plant, storage_location, bin, material_no, batch, stock_category, special_stock,
       special_stock_reference, book, place_reference, position)
  ), found as (
    select wanted.position, known.id
    from wanted cross join lateral (
      select id from stock_key k
      where k.company_code = $1 and k.material_no = wanted.material_no and k.plant = wanted.plant
        and k.storage_location = wanted.storage_location and k.bin = wanted.bin and k.batch = wanted.batch
        and k.stock_category = wanted.stock_category and k.special_stock = wanted.special_stock
        and k.special_stock_reference = wanted.special_stock_reference and k.book = wanted.book
        and k.place = wanted.place and k.place_reference = wanted.place_reference
      offset 0
    ) known
  ), made as (
    insert into stock_key (company_code, place, plant, storage_location, bin, material_no, batch,
      stock_category, special_stock, special_stock_reference, book, place_reference)
    select $1, place, plant, storage_location, bin, material_no, batch, stock_category, special_stock,
      special_stock_reference, book, place_reference
    from wanted where position not in (select position from found)
    order by position
    on conflict do nothing
    returning *
  ), born as (
    insert into stock_balance (company_code, key_id, plant, storage_location, bin, material_no, batch,
      stock_category, special_stock, special_stock_reference, book, place, place_reference, material_group, is_held, is_batch_held)
    select $1, made.id, made.plant, made.storage_location, made.bin, made.material_no, made.batch,
      made.stock_category, made.special_stock, made.special_stock_reference, made.book,
      made.place, made.place_reference, coalesce(material.material_group, ''), ${isCovered('made')},
      ${isOfHeldBatch('made')}
    from made left join stock_material material
      on material.company_code = $1 and material.material_no = made.material_no
    where made.place = any($13::text[])
  )
  select position, id from found
  union all
  select wanted.position, made.id from made join wanted using (place, plant, storage_location, bin,
    material_no, batch, stock_category, special_stock, special_stock_reference, book, place_reference)`

/**
 * Returns the ids of keys and inserts missing keys. No statement if all keys are cached, otherwise two for any number
 * of keys (the second repeated only if another transaction inserts the same key concurrently).
 * @returns by `stockKeyText`; all keys must belong to one company
 */
export async function resolveKeys(
  tx: Transaction,
  keys: readonly StockKey[],
): Promise<Map<string, number>> {
  const known = knownKeys(tx)
  const resolved = new Map<string, number>()
  const missing = new Map<string, StockKey>()
  for (const key of keys) {
    const text = stockKeyText(key)
    const id = known.get(text)
    if (id === undefined) missing.set(text, key)
    else resolved.set(text, id)
  }
  const companyCode = keys[0]?.companyCode
  if (companyCode === undefined || missing.size === 0) return resolved
  if (keys.some((key) => key.companyCode !== companyCode))
    throw new Error('keys of two companies in one document: a document belongs to one company')
  const born = [...missing.values()]
  const batches = born.flatMap(({ materialNo, batch }) =>
    batch === '' ? [] : [{ materialNo, batch }],
  )
  await lockPlaces(
    tx,
    companyCode,
    [...born.map(({ plant, storageLocation }) => ({ plant, storageLocation })), ...batches],
    'together',
  )
  for (let round = 1; missing.size > 0; round++) {
    if (round > 5) throw new Error(`stock keys keep vanishing: ${[...missing.keys()].join()}`)
    const sorted = [...missing].sort(([a], [b]) => (a < b ? -1 : 1))
    const column = (read: (key: StockKey) => string) => sorted.map(([, key]) => read(key))
    const rows = await tx.query<{ position: number; id: number }>(resolveText, [
      companyCode,
      column((key) => key.place),
      column((key) => key.plant),
      column((key) => key.storageLocation),
      column((key) => key.bin),
      column((key) => key.materialNo),
      column((key) => key.batch),
      column((key) => key.stockCategory),
      column((key) => key.specialStock),
      column((key) => key.specialStockReference),
      column((key) => key.book),
      column((key) => key.placeReference),
      balancePlaces,
    ])
    for (const row of rows) {
      const text = itemAt(sorted, row.position - 1)[0]
      missing.delete(text)
      resolved.set(text, row.id)
      known.learn(text, row.id)
    }
  }
  return resolved
}
