import type { Queryable } from '../platform/database/database.ts'
import type { ErpPlace, PostingItemRequest, SettledItem, StockCategory } from './posting-model.ts'

const placeColumns = (side: 'from' | 'to') =>
  `${side}_plant, ${side}_storage_location, ${side}_stock_category, ${side}_special_stock, ${side}_special_stock_reference, ${side}_batch`

const itemColumns = `company_code, posting_id, item_no, document_line, move_id, material_no, quantity, unit, movement_type, ${placeColumns('from')}, ${placeColumns('to')}`

/**
 * The statement that inserts a posting's items.
 * @param owner a query that returns `company_code, id` of the posting
 * @param json the parameter with `itemsJson`
 */
export function insertItemsSql(owner: string, json: string): string {
  return `insert into erp_posting_item (${itemColumns})
     select o.company_code, o.id, r.item_no, r.document_line, r.move_id, r.material_no, r.quantity, r.unit, r.movement_type,
       r.from_plant, r.from_storage_location, r.from_stock_category, r.from_special_stock, r.from_special_stock_reference, r.from_batch,
       r.to_plant, r.to_storage_location, r.to_stock_category, r.to_special_stock, r.to_special_stock_reference, r.to_batch
     from (${owner}) o cross join jsonb_populate_recordset(null::erp_posting_item, ${json}::jsonb) r`
}

/** The items in the format of `insertItemsSql`. */
export function itemsJson(items: readonly PostingItemRequest[]): string {
  return JSON.stringify(
    items.map((item, index) => ({
      item_no: index + 1,
      document_line: item.documentLine,
      move_id: item.moveId,
      material_no: item.materialNo,
      quantity: item.quantity,
      unit: item.unit,
      movement_type: item.movementType,
      ...placeRow('from', item.from),
      ...placeRow('to', item.to),
    })),
  )
}

/** Inserts all items of a posting in one statement. */
export async function insertItems(
  tx: Queryable,
  companyCode: string,
  postingId: string,
  items: readonly PostingItemRequest[],
): Promise<void> {
  const owner = 'select $1::text as company_code, $2::uuid as id'
  await tx.query(insertItemsSql(owner, '$3'), [companyCode, postingId, itemsJson(items)])
}

function placeRow(side: 'from' | 'to', place: ErpPlace | null): Record<string, string | null> {
  return {
    [`${side}_plant`]: place?.plant ?? null,
    [`${side}_storage_location`]: place?.storageLocation ?? '',
    [`${side}_stock_category`]: place?.stockCategory ?? '',
    [`${side}_special_stock`]: place?.specialStock ?? '',
    [`${side}_special_stock_reference`]: place?.specialStockReference ?? '',
    [`${side}_batch`]: place?.batch ?? '',
  }
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
  }))
}
