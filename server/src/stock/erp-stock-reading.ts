import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { erpOf, readingProblem } from '../erp.ts'
import { openMirrorSource } from '../erp/mirrors/source.ts'
import { readStock } from '../erp/mirrors/stock.ts'
import type { StockPosition } from '../erp/reconcile.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'

// What the ERP holds in a storage location, read before its initial stock is taken over and kept for the comparison in
// the transaction, where no lock may wait for the ERP.

/** A storage location of a company. */
export interface StockLocation {
  companyCode: string
  plant: string
  storageLocation: string
}

/** A quantity that the ERP holds, in its base unit. */
export interface ReadQuantity extends StockPosition {
  quantity: Quantity
  unit: string
}

export interface ErpStockReading {
  /** When the ERP was read (ISO); null if it never was. */
  readAt: string | null
  /** Whether the reading is recent enough to take over what it says. */
  isRecent: boolean
  rows: ReadQuantity[]
}

/** A reading older than this says nothing about what the ERP holds now. */
export const recentMinutes = 10

const positionColumns = [
  'materialNo',
  'batch',
  'stockCategory',
  'specialStock',
  'specialStockReference',
] as const

/**
 * Reads the ERP's stock of a storage location and keeps it in place of the last reading.
 * @throws `erp-interface-off`, and failures of the ERP (`asErpRefusal`)
 */
export async function readStockOfErp(
  context: ServerContext,
  location: StockLocation,
): Promise<ErpStockReading> {
  const { companyCode, plant, storageLocation } = location
  const { connections } = erpOf(context)
  const { settings } = await connections.connect(companyCode, 'material-stock')
  if (!settings.isOn)
    throw refuse('erp-interface-off', { name: settings.labelZh, nameEn: settings.labelEn })
  const source = await openMirrorSource(connections, companyCode, 'material-stock')
  const rows: (StockPosition & { quantity: Quantity; unit: string })[] = []
  for await (const row of readStock(source, { plants: [plant], storageLocation }))
    rows.push({ ...row, stockCategory: row.stockCategory || row.stockType })
  await context.database.transaction(async (tx) => {
    const place = [companyCode, plant, storageLocation]
    // The lock of the reading serialises two readings of the same storage location.
    await tx.query(
      `insert into erp_stock_reading (company_code, plant, storage_location, read_at) values ($1, $2, $3, now())
       on conflict (company_code, plant, storage_location) do update set read_at = excluded.read_at`,
      place,
    )
    await tx.query(
      `delete from erp_stock_reading_row where company_code = $1 and plant = $2 and storage_location = $3`,
      place,
    )
    await tx.query(
      `insert into erp_stock_reading_row (company_code, plant, storage_location, material_no, batch, stock_category,
         special_stock, special_stock_reference, unit, quantity)
       select $1, $2, $3, material_no, batch, stock_category, special_stock, special_stock_reference, min(unit), sum(quantity)
       from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::numeric[])
         as r (material_no, batch, stock_category, special_stock, special_stock_reference, unit, quantity)
       group by 4, 5, 6, 7, 8`,
      [
        ...place,
        ...positionColumns.map((name) => rows.map((row) => row[name])),
        rows.map((row) => row.unit),
        rows.map((row) => row.quantity),
      ],
    )
  })
  return lastReading(context.database, location)
}

/**
 * Like `readStockOfErp`, before an act that compares its lines with the ERP's stock: never throws, because without a
 * recent reading the act itself refuses.
 */
export async function readBeforeTakeOver(
  context: ServerContext,
  location: StockLocation,
): Promise<void> {
  try {
    await readStockOfErp(context, location)
  } catch (error) {
    const problem = readingProblem(error)
    context.log.warn(
      { ...location, err: error, problem: problem?.en },
      'the stock of the ERP could not be read before initial stock is compared with it',
    )
  }
}

/** The last reading of a storage location. */
export async function lastReading(
  queryable: Queryable,
  { companyCode, plant, storageLocation }: StockLocation,
): Promise<ErpStockReading> {
  const place = [companyCode, plant, storageLocation]
  const [reading] = await queryable.query<{ readAt: string; isRecent: boolean }>(
    `select read_at, read_at > now() - make_interval(mins => $4) as is_recent from erp_stock_reading
     where company_code = $1 and plant = $2 and storage_location = $3`,
    [...place, recentMinutes],
  )
  if (reading === undefined) return { readAt: null, isRecent: false, rows: [] }
  const rows = await queryable.query<ReadQuantity>(
    `select plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference, quantity, unit
     from erp_stock_reading_row where company_code = $1 and plant = $2 and storage_location = $3 and quantity <> 0
     order by material_no, batch, stock_category, special_stock, special_stock_reference`,
    place,
  )
  return { ...reading, rows }
}
