import type { ActionResult } from '@kufang/contract/document/api.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import type { Database } from '../../platform/database/database.ts'
import { actTogetherOnce, fingerprintOf } from '../../platform/http/idempotency.ts'
import { effectsOf } from './effects.ts'
import { performTogether } from './perform.ts'
import { clock } from '../clock.ts'
import { keyCompany, loadAllAt, resultOf, runAction, tableByName, type Actor } from '../service.ts'

/** One of the documents ticked together. */
export interface TickedDocument {
  id: string
  version: number
  idempotencyKey: string
}

/** What is done to all of them. */
export interface ActOnEach {
  name: string
  action: string
  input?: Record<string, unknown> | undefined
}

/** What became of one of them. */
export type Outcome = { id: string; done: ActionResult } | { id: string; error: unknown }

/** So many share a transaction at most: others may wait for what it holds. */
const togetherMax = 50

/**
 * Does an action to documents ticked together; each succeeds or fails on its own, and is done once for its key.
 * Where the action's effects may be done side by side, and nothing stands in the way of any of them, they are
 * done in one transaction; else one after the other, each in its own, so that each says for itself why not.
 *
 * @param onBroken told what broke a common transaction other than a refusal
 */
export async function actOnEach(
  database: Database,
  actor: Actor,
  { name, action, input }: ActOnEach,
  documents: readonly TickedDocument[],
  onBroken: (error: unknown) => void,
): Promise<Outcome[]> {
  const requests = documents.map(({ version }) => ({ version, ...(input ? { input } : {}) }))
  const outcomes: Outcome[] = []
  for (let from = 0; from < documents.length; from += togetherMax) {
    const some = documents.slice(from, from + togetherMax)
    const asked = requests.slice(from, from + togetherMax)
    const together = await tryTogether(database, actor, name, action, some, asked, onBroken)
    if (together !== null) {
      outcomes.push(...together.map((done) => ({ id: done.id, done })))
      continue
    }
    for (const [index, { id, idempotencyKey }] of some.entries()) {
      try {
        const request = asked[index]!
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

/** All in one transaction; null where that is not to be, and nothing was done. */
async function tryTogether(
  database: Database,
  actor: Actor,
  name: string,
  action: string,
  documents: readonly TickedDocument[],
  requests: readonly { version: number; input?: Record<string, unknown> }[],
  onBroken: (error: unknown) => void,
): Promise<ActionResult[] | null> {
  const table = tableByName(name)
  const ids = documents.map(({ id }) => id)
  const keys = new Set(documents.map(({ idempotencyKey }) => idempotencyKey))
  const isDistinct = new Set(ids).size === ids.length && keys.size === ids.length
  if (ids.length < 2 || !isDistinct) return null
  if (!effectsOf(name).batchable?.includes(action)) return null
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
        const given = { input: requests[0]!.input }
        const acting = { session, functionCodes, table, action, given, clock: clock() }
        const after = new Map(
          (await performTogether(tx, acting, loaded)).map((one) => [one.header.id, one]),
        )
        return ids.map((id) => resultOf(after.get(id)!))
      },
    )
    return done === null ? null : [...done]
  } catch (error) {
    // One of them is refused: done one by one, each that can be is done, and that one says why.
    if (!isRefusal(error)) onBroken(error)
    return null
  }
}
