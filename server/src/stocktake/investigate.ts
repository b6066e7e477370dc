import type { Investigation, Suspect, Suspicion } from '@kufang/contract/stocktake/investigation.ts'
import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { holdsAny, rolesForReading } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { fieldsNotShownYet } from '@kufang/contract/document/visible.ts'
import type { Tone } from '@kufang/contract/document/declare/tone.ts'
import { documentDefinition, documents } from '@kufang/contract/registry.ts'
import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { firstOf, itemAt } from '@kufang/kernel/present.ts'
import { stockOfLine } from '../document/draft/stock-lines.ts'
import { loadVisible, tableByName } from '../document/public.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { readKeyActivity, type StockKey } from '../ledger/public.ts'

// A difference is often a paper that is not finished: goods that were taken and not posted, or received and not put away.
// Those are named beside it before anybody puts the stock right (domain.md 1.4: investigation).

const order: readonly Suspicion[] = ['unposted', 'underWay', 'holds', 'movedSince']
const openTones: ReadonlySet<Tone> = new Set(['draft', 'waiting', 'active', 'partial', 'failed'])
/** So many documents are named of a difference. */
const suspectsMax = 20

/**
 * What may explain the differences of a count: of all lines until they are compared. The number of statements does not
 * depend on the lines.
 * @throws Refusal `not-found` outside the person's data scope
 */
export async function investigate(
  database: Database,
  session: Session,
  id: string,
): Promise<Investigation> {
  const loaded = await loadVisible(database, tableByName(stocktaking.name), session, id)
  if (loaded === null) {
    const { zh, en } = stocktaking.label
    throw refuse('not-found', { subject: zh, subjectEn: en, no: id })
  }
  const { header } = loaded
  const { companyCode } = header
  // A blind count says nothing of its differences before all of it is counted.
  if (fieldsNotShownYet(stocktaking, header).size > 0) return { lines: [] }
  const lines = loaded.lines.filter((line) => line['isDifferent'] === true)
  const keys = lines.map((line) => stockOfLine(header, line))
  const activity = await readKeyActivity(database, companyCode, keys)
  const underWay = await readUnderWay(database, session, header.id, keys)
  const since = textOf(header['snapshotAt'])
  return {
    lines: lines.map((line, index) => {
      const { moves, holds } = itemAt(activity, index)
      const suspects: Suspect[] = [
        ...moves
          .filter(({ isUnposted, movedAt }) => isUnposted || movedAt > since)
          .map(({ isUnposted, movedAt, ...move }) => ({
            ...move,
            suspicion: isUnposted ? ('unposted' as const) : ('movedSince' as const),
            state: null,
            at: movedAt,
            isReadable: isReadable(session, move.documentType),
          })),
        ...holds.map(({ placedAt, ...hold }) => ({
          ...hold,
          suspicion: 'holds' as const,
          state: null,
          at: placedAt,
          isReadable: isReadable(session, hold.documentType),
        })),
        // What has moved these goods already is not on its way.
        ...underWay
          .filter(isAbout(itemAt(keys, index)))
          .map(({ suspect }) => suspect)
          .filter(({ documentId }) => !moves.some((move) => move.documentId === documentId)),
      ]
      return {
        lineNo: line.lineNo,
        materialNo: line.materialNo,
        description: line.description ?? '',
        bin: textOf(line['bin']),
        unit: line.unit,
        quantity: line.quantity,
        movedQuantity: (line['movedQuantity'] ?? zeroQuantity) as Quantity,
        differenceQuantity: (line['differenceQuantity'] ?? zeroQuantity) as Quantity,
        suspects: firstOfEach(suspects.filter(({ documentId }) => documentId !== header.id)),
      }
    }),
  }
}

const isReadable = (session: Session, type: string): boolean => {
  const definition = documentDefinition(type)
  return definition !== undefined && holdsAny(session, rolesForReading(definition))
}

/** The gravest first, each document once, with the sum of what it moved. */
function firstOfEach(suspects: readonly Suspect[]): Suspect[] {
  const found = new Map<string, Suspect>()
  for (const one of suspects.toSorted(
    (a, b) => order.indexOf(a.suspicion) - order.indexOf(b.suspicion) || (a.at < b.at ? 1 : -1),
  )) {
    const key = `${one.documentType}/${one.documentId}`
    if (!found.has(key)) found.set(key, one)
  }
  return [...found.values()].slice(0, suspectsMax)
}

interface UnderWay {
  plant: string
  storageLocation: string
  materialNo: string
  /** null: the document does not say in which bin. */
  bin: string | null
  suspect: Suspect
}

const isAbout =
  (key: StockKey) =>
  (one: UnderWay): boolean =>
    one.materialNo === key.materialNo &&
    one.plant === key.plant &&
    one.storageLocation === key.storageLocation &&
    (one.bin === null || one.bin === '' || one.bin === key.bin)

/** The document types whose goods lie, or are to lie, in a storage location. */
const aboutGoods: readonly AnyDocument[] = Object.values<AnyDocument>(documents).filter(
  (definition) =>
    definition.isMirror !== true &&
    definition.goods !== false &&
    ['plant', 'storageLocation'].every(
      (name) => name in definition.header || name in definition.lines,
    ),
)

/** Documents about these goods that have not come to their end, of all types, in one statement. */
async function readUnderWay(
  queryable: Queryable,
  session: Session,
  ownId: string,
  keys: readonly StockKey[],
): Promise<UnderWay[]> {
  if (keys.length === 0) return []
  const parts = aboutGoods.map((definition) => {
    const { header, line, lineFields } = tableByName(definition.name)
    const placeOf = (name: string, column: string): string =>
      name in definition.header
        ? name in lineFields
          ? `coalesce(l.${column}, h.${column})`
          : `h.${column}`
        : `l.${column}`
    const states = Object.entries(definition.states)
      .filter(([, { tone }]) => openTones.has(tone))
      .map(([name]) => `'${name}'`)
    const bin = 'bin' in lineFields ? 'l.bin' : 'null'
    return `select '${definition.name}' as document_type, h.id as document_id, h.doc_no as document_no, h.state, h.updated_at as at,
        ${placeOf('plant', 'plant')} as plant, ${placeOf('storageLocation', 'storage_location')} as storage_location,
        ${bin}::text as bin, l.material_no, l.quantity
      from ${line} l join ${header} h on h.company_code = l.company_code and h.id = l.document_id
      where l.company_code = $1 and l.material_no = any($2) and h.state in (${states.join(', ')}) and h.id <> $3`
  })
  const rows = await queryable.query<
    Omit<UnderWay, 'suspect'> & Omit<Suspect, 'suspicion' | 'isReadable'>
  >(
    `select * from (${parts.join('\n union all ')}) found where plant = $4 and storage_location = $5
     order by at desc limit 500`,
    [
      firstOf(keys).companyCode,
      [...new Set(keys.map(({ materialNo }) => materialNo))],
      ownId,
      firstOf(keys).plant,
      firstOf(keys).storageLocation,
    ],
  )
  return rows.map(({ plant, storageLocation, materialNo, bin, ...suspect }) => ({
    plant,
    storageLocation,
    materialNo,
    bin,
    suspect: {
      ...suspect,
      suspicion: 'underWay' as const,
      isReadable: isReadable(session, suspect.documentType),
    },
  }))
}
