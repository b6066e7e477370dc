import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ErpPlace } from '../../erp/posting-model.ts'
import type { RecordedMove } from '../../ledger/public.ts'
import { readMaterials } from '../../masters/public.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { parameterReader } from '../../system/public.ts'
import { erpViewOf } from './erp-view.ts'

// Differences of counts in plants where the ERP posts them by physical inventory documents only (domain.md 1.7): what such
// a document has in common, and what none can say.

/** The movement types of differences of counts. */
const ofCounts = /^70[1-8]$/

/** How a plant posts differences of counts, as read in a transaction: one statement for all its movements. */
const readers = new WeakMap<Transaction, ReturnType<typeof readerOf>>()
const readerOf = (tx: Transaction) => parameterReader(tx, 'posting.countDifferences')

/** Whether the differences of counts of a plant are posted by physical inventory documents. */
export async function isCountedByDocument(
  tx: Transaction,
  { companyCode, plant }: { companyCode: string; plant: string },
): Promise<boolean> {
  const known = readers.get(tx) ?? readerOf(tx)
  readers.set(tx, known)
  return (await known)({ companyCode, plant }) === 'inventory-documents'
}

/** Whether a movement of this type in a plant is posted by a physical inventory document. */
export const isByInventoryDocument = async (
  tx: Transaction,
  movementType: string,
  place: { companyCode: string; plant: string },
): Promise<boolean> => ofCounts.test(movementType) && isCountedByDocument(tx, place)

/**
 * The goods of differences that no inventory document can post, because the service takes no serial numbers: refused
 * before they move, in one statement for all lines.
 */
export async function problemsOfDifferences(
  tx: Transaction,
  place: { companyCode: string; plant: string },
  lines: readonly { lineNo: number; materialNo: string }[],
): Promise<RefusalDetail[]> {
  if (lines.length === 0 || !(await isCountedByDocument(tx, place))) return []
  const materials = await readMaterials(
    tx,
    lines.map(({ materialNo }) => materialNo),
  )
  return lines
    .filter(({ materialNo }) => materials.get(materialNo)?.isSerialManaged === true)
    .map(({ lineNo, materialNo }) => ({
      code: 'count-pieces-in-erp',
      params: { material: materialNo, plant: place.plant },
      line: lineNo,
      field: 'materialNo',
    }))
}

/** As many items an inventory document has at most. */
const itemsMax = 300

/**
 * The inventory documents that post movements, by a name for each: of one storage location and one kind of special stock,
 * as the document has these in its header; and shortages apart from surpluses, because of one stock it posts what is left
 * of both.
 */
export function inventoryDocumentNames(): (move: RecordedMove) => string {
  const counts = new Map<string, number>()
  return (move) => {
    const [from, to] = [erpViewOf(move.from).stock, erpViewOf(move.to).stock]
    const { plant, storageLocation, specialStock } = (from ?? to) as ErpPlace
    const name = [plant, storageLocation, specialStock, from === null ? 'more' : 'less'].join('/')
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${name}/${Math.floor(count / itemsMax)}`
  }
}

/** The kinds of special stock of lost goods that need an inventory document each; empty if one posts all of them. */
export async function kindsApart(
  tx: Transaction,
  place: { companyCode: string; plant: string },
  lost: readonly { specialStock: unknown }[],
): Promise<string[]> {
  const kinds = [...new Set(lost.map(({ specialStock }) => textOf(specialStock)))]
  return kinds.length > 1 && (await isCountedByDocument(tx, place)) ? kinds : []
}
