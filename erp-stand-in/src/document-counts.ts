import type { Row } from './protocol/edm.ts'
import { inventoryTables } from './stocktake/inventory-sets.ts'
import { materialDocumentTables } from './stock/material-document-sets.ts'
import type { StandIn } from './system.ts'

/** How often a key of the client occurs in the ERP. */
export interface DocumentsOfKey {
  readonly key: string
  /** Documents that are not reversals. */
  readonly documents: number
  /** Those of them that are not reversed. */
  readonly standing: number
  readonly reversals: number
  readonly numbers: readonly string[]
}

const keyFields = ['MaterialDocumentHeaderText', 'ReferenceDocument'] as const
export type KeyField = (typeof keyFields)[number]

export function isKeyField(text: string): text is KeyField {
  return keyFields.some((field) => field === text)
}

/** Counts the material documents by the field with the client's key, without empty keys. */
export function documentsByKey(system: StandIn, field: KeyField): DocumentsOfKey[] {
  const groups = new Map<string, Row[]>()
  for (const row of system.database.table(materialDocumentTables.document).all()) {
    const key = String(row[field] ?? '')
    if (key === '') continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups].map(([key, rows]) => count(system, key, rows))
}

/**
 * The material documents that posted differences of counts, by the reference number of their inventory document. A reversal
 * of them is a count of its own, with its own reference number.
 */
export function documentsByInventory(system: StandIn): DocumentsOfKey[] {
  const posted = system.database
    .table(inventoryTables.item)
    .all()
    .filter((item) => (item.MaterialDocument ?? '') !== '')
  const groups = Map.groupBy(posted, (item) => String(item.PhysInventoryReferenceNumber ?? ''))
  groups.delete('')
  return [...groups].map(([key, items]) => {
    const numbers = [
      ...new Set(
        items.map(
          (item) => `${String(item.MaterialDocumentYear)}/${String(item.MaterialDocument)}`,
        ),
      ),
    ]
    return { key, documents: numbers.length, standing: numbers.length, reversals: 0, numbers }
  })
}

function count(system: StandIn, key: string, rows: readonly Row[]): DocumentsOfKey {
  const items = system.database.table(materialDocumentTables.item)
  const numbers: string[] = []
  let [documents, standing, reversals] = [0, 0, 0]
  for (const row of rows) {
    const own = items
      .where('MaterialDocument', row.MaterialDocument ?? '')
      .filter((item) => item.MaterialDocumentYear === row.MaterialDocumentYear)
    numbers.push(`${String(row.MaterialDocumentYear)}/${String(row.MaterialDocument)}`)
    if (own.some((item) => (item.ReversedMaterialDocument ?? '') !== '')) {
      reversals += 1
      continue
    }
    documents += 1
    if (own.some((item) => item.GoodsMovementIsCancelled !== true)) standing += 1
  }
  return { key, documents, standing, reversals, numbers }
}
