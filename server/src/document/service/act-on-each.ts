import { addAll } from '@kufang/kernel/add-all.ts'
import type { ActionRequest, ActionResult } from '@kufang/contract/document/api.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { entryOf, firstOf, itemAt } from '@kufang/kernel/present.ts'
import type { Database } from '../../platform/database/database.ts'
import { actTogetherOnce, fingerprintOf } from '../../platform/http/idempotency.ts'
import type { ActionInput } from '../effects/acting.ts'
import { effectsOf, isBatchable } from '../effects/effects.ts'
import { NotTogether, performTogether } from '../act/perform.ts'
import { clock } from '../storage/clock.ts'
import { attachEvidence } from './evidence.ts'
import { keyCompany, loadAllAt, resultOf, runAction, type Actor } from './service.ts'
import { tableByName } from '../storage/table.ts'

/** One document of a multiple selection. */
export interface TickedDocument {
  id: string
  version: number
  idempotencyKey: string
  /** What the action asks for of its lines. */
  lines?: ActionInput['lines']
}

/** The action and input applied to every selected document. */
export interface ActOnEach {
  name: string
  action: string
  input?: Record<string, unknown> | undefined
}

/** The result for one selected document. */
export type Outcome = { id: string; done: ActionResult } | { id: string; error: unknown }

/** Limits the documents per transaction, because other transactions may wait for its locks. */
const togetherMax = 50

/**
 * Applies an action to several selected documents. Each succeeds or fails independently and is executed once per
 * idempotency key. If the effect is `batchable` and no document is refused, they share one transaction; otherwise each
 * runs in its own transaction, so that every refusal is reported for its own document.
 * @param onBroken receives errors of the shared transaction that are not refusals
 */
export async function actOnEach(
  database: Database,
  actor: Actor,
  { name, action, input }: ActOnEach,
  documents: readonly TickedDocument[],
  onBroken: (error: unknown) => void,
): Promise<Outcome[]> {
  const requests = documents.map(({ version, lines }) => ({
    version,
    ...(input ? { input } : {}),
    ...(lines ? { lines: [...lines] } : {}),
  }))
  const outcomes: Outcome[] = []
  for (let from = 0; from < documents.length; from += togetherMax) {
    const some = documents.slice(from, from + togetherMax)
    const asked = requests.slice(from, from + togetherMax)
    const together = await tryTogether(database, actor, name, action, some, asked, onBroken)
    if (together !== null) {
      addAll(
        outcomes,
        together.map((done) => ({ id: done.id, done })),
      )
      continue
    }
    for (const [index, { id, idempotencyKey }] of some.entries()) {
      try {
        const request = itemAt(asked, index)
        outcomes.push({
          id,
          done: await runAction(database, actor, name, id, action, request, idempotencyKey),
        })
      } catch (error) {
        outcomes.push({ id, error })
      }
    }
  }
  return outcomes
}

/** Runs all documents in one transaction. Returns null if that is not possible; nothing is changed then. */
async function tryTogether(
  database: Database,
  actor: Actor,
  name: string,
  action: string,
  documents: readonly TickedDocument[],
  requests: readonly ActionRequest[],
  onBroken: (error: unknown) => void,
): Promise<ActionResult[] | null> {
  const table = tableByName(name)
  const ids = documents.map(({ id }) => id)
  const keys = new Set(documents.map(({ idempotencyKey }) => idempotencyKey))
  const isDistinct = new Set(ids).size === ids.length && keys.size === ids.length
  if (ids.length < 2 || !isDistinct) return null
  if (!isBatchable(effectsOf(name), action)) return null
  // What is given of lines differs from document to document.
  if (requests.some(({ lines }) => lines !== undefined)) return null
  const { session, functionCodes } = actor
  try {
    const done = await actTogetherOnce(
      database,
      session,
      keyCompany(session),
      documents.map(({ id, idempotencyKey: key }, index) => ({
        key,
        fingerprint: fingerprintOf(action, name, id, requests[index]),
      })),
      async (tx) => {
        const loaded = await loadAllAt(tx, session, table, documents)
        // Each hand-over has a signature of its own, so several at once have none.
        for (const { header } of loaded)
          await attachEvidence(tx, session, table.definition, action, header, [])
        const given = { input: firstOf(requests).input }
        const acting = { session, functionCodes, table, action, given, clock: clock() }
        const after = new Map(
          (await performTogether(tx, acting, loaded)).map((one) => [one.header.id, one]),
        )
        return ids.map((id) => resultOf(entryOf(after, id)))
      },
    )
    return done === null ? null : [...done]
  } catch (error) {
    // One refusal fails the shared transaction; the documents are then processed one by one.
    if (!isRefusal(error) && !(error instanceof NotTogether)) onBroken(error)
    return null
  }
}
