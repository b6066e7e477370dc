import type { Queryable } from '../platform/database/database.ts'
import type { ErpPlace, PostingItemRequest, SettledItem, StockCategory } from './posting-model.ts'

/** The columns of a side in the table, and their names in `ErpPlace`. */
const placeFields = {
  plant: 'plant',
  storage_location: 'storageLocation',
  stock_category: 'stockCategory',
  special_stock: 'specialStock',
  special_stock_reference: 'specialStockReference',
  batch: 'batch',
} satisfies Record<string, keyof ErpPlace>

type Side = 'from' | 'to'

const placeColumns = (side: Side) =>
  Object.keys(placeFields)
    .map((column) => `${side}_${column}`)
    .join(', ')

/** The values of `placeColumns` from the place in JSON; without a place no plant, and the rest empty. */
const placeValues = (side: Side) =>
  Object.entries(placeFields)
    .map(([column, field]) => {
      const value = `r."${side}" ->> '${field}'`
      return column === 'plant' ? value : `coalesce(${value}, '')`
    })
    .join(', ')

const itemColumns = `company_code, posting_id, item_no, document_line, move_id, material_no, quantity, unit, movement_type, ${placeColumns('from')}, ${placeColumns('to')}`

/**
 * The statement that inserts the items of postings.
 * @param owners a query that returns `company_code, id` of the postings and `items`, `PostingItemRequest[]` as jsonb
 */
export function insertItemsSql(owners: string): string {
  return `insert into erp_posting_item (${itemColumns})
     select o.company_code, o.id, r.item_no, r."documentLine", r."moveId", r."materialNo", r.quantity, r.unit,
       r."movementType", ${placeValues('from')}, ${placeValues('to')}
     from (${owners}) o cross join rows from (
       jsonb_to_recordset(o.items) as ("documentLine" integer, "moveId" uuid, "materialNo" text, quantity numeric,
         unit text, "movementType" text, "from" jsonb, "to" jsonb)) with ordinality
       as r ("documentLine", "moveId", "materialNo", quantity, unit, "movementType", "from", "to", item_no)`
}

/** Inserts all items of a posting in one statement. */
export async function insertItems(
  tx: Queryable,
  companyCode: string,
  postingId: string,
  items: readonly PostingItemRequest[],
): Promise<void> {
  const owners = 'select $1::text as company_code, $2::uuid as id, $3::jsonb as items'
  await tx.query(insertItemsSql(owners), [companyCode, postingId, JSON.stringify(items)])
}

/** Inserts the items of a reversal: those of the original with sides exchanged. */
export async function insertReversalItems(
  tx: Queryable,
  companyCode: string,
  originalId: string,
  reversalId: string,
): Promise<void> {
  await tx.query(
    `insert into erp_posting_item (${itemColumns})
     select company_code, $3, item_no, document_line, move_id, material_no, quantity, unit, movement_type,
       ${placeColumns('to')}, ${placeColumns('from')}
     from erp_posting_item where company_code = $1 and posting_id = $2`,
    [companyCode, originalId, reversalId],
  )
}

interface ItemRow {
  itemNo: number
  documentLine: number
  moveId: string
  materialNo: string
  quantity: SettledItem['quantity']
  unit: string
  movementType: string
  fromPlant: string | null
  fromStorageLocation: string
  fromStockCategory: StockCategory
  fromSpecialStock: ErpPlace['specialStock']
  fromSpecialStockReference: string
  fromBatch: string
  toPlant: string | null
  toStorageLocation: string
  toStockCategory: StockCategory
  toSpecialStock: ErpPlace['specialStock']
  toSpecialStockReference: string
  toBatch: string
  materialDocumentItem: string
  postedAmount: string | null
  postedCurrency: string
  postedValueSource: string
}

/** The items of a posting in order, with the ERP's data about them. */
export async function readItems(
  queryable: Queryable,
  companyCode: string,
  postingId: string,
): Promise<SettledItem[]> {
  const rows = await queryable.query<ItemRow>(
    `select * from erp_posting_item where company_code = $1 and posting_id = $2 order by item_no`,
    [companyCode, postingId],
  )
  return rows.map((row) => ({
    itemNo: row.itemNo,
    documentLine: row.documentLine,
    moveId: row.moveId,
    materialNo: row.materialNo,
    quantity: row.quantity,
    unit: row.unit,
    movementType: row.movementType,
    from:
      row.fromPlant === null
        ? null
        : {
            plant: row.fromPlant,
            storageLocation: row.fromStorageLocation,
            stockCategory: row.fromStockCategory,
            specialStock: row.fromSpecialStock,
            specialStockReference: row.fromSpecialStockReference,
            batch: row.fromBatch,
          },
    to:
      row.toPlant === null
        ? null
        : {
            plant: row.toPlant,
            storageLocation: row.toStorageLocation,
            stockCategory: row.toStockCategory,
            specialStock: row.toSpecialStock,
            specialStockReference: row.toSpecialStockReference,
            batch: row.toBatch,
          },
    materialDocumentItem: row.materialDocumentItem,
    postedAmount: row.postedAmount,
    postedCurrency: row.postedCurrency,
    postedValueSource: row.postedValueSource,
  }))
}
