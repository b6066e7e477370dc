import { isPositive, type Quantity } from '@kufang/kernel/quantity.ts'
import { itemWith } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { effectsOf, type Effects } from '../effects/effects.ts'
import type { Clock } from '../storage/clock.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import { loadSourceLines, sourceKey } from './sources.ts'

/** A predecessor's line that is not proposed because documents of the type stand about it already. */
export interface TakenLine {
  id: string
  lineNo: number
  /** Number of the predecessor and line: `ZT20261100041/1`. */
  source: string
  /** The numbers of those documents, latest first. */
  docNos: string[]
}

/** A predecessor's line, with the quantity wanted of it if not all that is free. */
export interface WantedSource {
  id: string
  lineNo: number
  quantity?: string | undefined
}

export type Proposed = Awaited<ReturnType<NonNullable<Effects<unknown>['prefill']>>>

/**
 * What a document type proposes for lines of its predecessor: by its own `prefill`, otherwise their free quantities. Lines
 * held completely by drafts are not proposed.
 * @param lock locks them, for a document that is made from the proposal in the same transaction
 */
export async function proposeDraft(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  sourceType: string,
  sources: readonly WantedSource[],
  clock: Clock,
  lock: boolean,
): Promise<Proposed> {
  const found = await loadSourceLines(tx, session, sourceType, sources, lock)
  const lines = sources.flatMap((one) => {
    const line = found.get(sourceKey(one))
    if (line === undefined || !isPositive(line.freeQuantity)) return []
    return [{ ...line, ...(one.quantity === undefined ? {} : { wantedQuantity: one.quantity }) }]
  })
  const { prefill } = effectsOf(table.definition.name)
  if (prefill) return prefill({ tx, session, today: clock.today, sources: lines })
  return {
    header: {},
    lines: lines.map((line) => ({
      source: { id: line.id, lineNo: line.lineNo },
      quantity: (line as { wantedQuantity?: Quantity }).wantedQuantity ?? line.freeQuantity,
    })),
  }
}

/**
 * Which of the lines that were left out of a proposal documents of the type stand about, so that the person who chose them
 * learns why. At most one statement besides those that check the scope.
 */
export async function takenLines(
  tx: Transaction,
  session: Session,
  table: DocumentTable,
  sourceType: string,
  left: readonly WantedSource[],
): Promise<TakenLine[]> {
  if (left.length === 0) return []
  const found = [...(await loadSourceLines(tx, session, sourceType, left, false)).values()]
  if (found.length === 0) return []
  const { name } = table.definition
  const rows = await tx.query<{ id: string; lineNo: number; docNos: string[] }>(
    `select k.from_id as id, k.from_line as line_no, array_agg(h.doc_no order by h.created_at desc) as doc_nos
     from unnest($1::text[], $2::uuid[], $3::int[]) as wanted (company, id, line)
     join document_link k on k.company_code = wanted.company and k.from_type = $4 and k.from_id = wanted.id
       and k.from_line = wanted.line and k.to_type = $5 and k.is_live
     join ${documentTable(table.definition).header} h on h.company_code = k.company_code and h.id = k.to_id
     group by k.from_id, k.from_line`,
    [
      found.map((line) => line.companyCode),
      found.map((line) => line.id),
      found.map((line) => line.lineNo),
      sourceType,
      name,
    ],
  )
  return rows.map((row) => {
    const { docNo } = itemWith(found, ({ id }) => id === row.id)
    return { ...row, source: `${String(docNo)}/${row.lineNo}` }
  })
}
