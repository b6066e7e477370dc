import { isPositive, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { effectsOf, type Effects } from '../act/effects.ts'
import type { Clock } from '../clock.ts'
import type { DocumentTable } from '../storage/table.ts'
import { loadSourceLines, sourceKey } from './sources.ts'

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
