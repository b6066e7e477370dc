import type { ActionResult, CreateRequest, LineInput } from '@kufang/contract/document/api.ts'
import { clock } from '../document/clock.ts'
import { effectsOf } from '../document/act/effects.ts'
import type { SourceLine } from '../document/act/effects.ts'
import type { Actor } from '../document/public.ts'
import { createDocument, runAction } from '../document/public.ts'
import { tableByName } from '../document/service.ts'
import { loadSourceLines } from '../document/draft/sources.ts'
import { loadVisible } from '../document/storage/store.ts'
import type { DemonstrationAccount } from './accounts.ts'
import { companies, plants } from './organization.ts'
import type { Database } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'

/** What a person of the company does with documents: the calls the pages make, with keys that make a repetition harmless. */
export interface Person {
  create(name: string, request: CreateRequest): Promise<ActionResult>
  act(
    name: string,
    id: string,
    action: string,
    input?: Record<string, unknown>,
  ): Promise<ActionResult>
  /** What the page proposes for the chosen source lines. */
  propose(
    name: string,
    sources: readonly { id: string; lineNo: number; quantity?: string }[],
  ): Promise<{ header: Record<string, unknown>; lines: LineInput[] }>
  linesOf(
    name: string,
    id: string,
  ): Promise<{ lineNo: number; quantity: string; openQuantity: string; materialNo: string }[]>
}

function sessionOf(account: DemonstrationAccount, userId: string): Session {
  const isAdmin = account.roles.includes('admin')
  const entries = account.plants ?? []
  const narrowed = entries.flatMap((entry) => (entry.plant === undefined ? [] : [entry.plant]))
  const companyCodes = isAdmin
    ? companies.map((one) => one.companyCode)
    : [...new Set(entries.map((entry) => entry.companyCode))]
  return {
    userId,
    account: account.account,
    userName: account.userName,
    roles: new Set(account.roles),
    isAdmin,
    scope: {
      companyCodes,
      plants:
        narrowed.length === 0
          ? null
          : plants.map((one) => one.plant).filter((plant) => narrowed.includes(plant)),
      storageLocations: null,
      materialGroups: null,
      supplierNo: account.supplierNo ?? null,
      pickingUnits: account.pickingUnits?.map((entry) => entry.pickingUnit) ?? null,
    },
    language: 'zh',
    requestId: 'demonstration',
  }
}

/**
 * A person at work on one story. Each intent of the story has a key of its own, the same in every run, so that
 * a start that was broken off repeats what it did without doing it twice.
 */
export function personOf(
  database: Database,
  account: DemonstrationAccount,
  userId: string,
  story: string,
  counter: { next: number },
): Person {
  const session = sessionOf(account, userId)
  const actor: Actor = { session, functionCodes: new Set(account.functions ?? []) }
  /** Gives the answer of an earlier run, whatever the document has become since, else does the work. */
  const once = async (work: (key: string) => Promise<ActionResult>): Promise<ActionResult> => {
    const key = `demonstration/${story}/${String(counter.next++).padStart(3, '0')}`
    const [stored] = await database.query<{ response: { value: ActionResult } | null }>(
      'select response from action_request where idempotency_key = $1 and user_id = $2',
      [key, userId],
    )
    return stored?.response?.value ?? work(key)
  }
  const read = async (name: string, id: string) => {
    const loaded = await loadVisible(database, tableByName(name), session, id)
    if (!loaded) throw new Error(`${name} ${id} is not visible to ${account.account}`)
    return loaded
  }
  return {
    create: (name, request) => once((key) => createDocument(database, actor, name, request, key)),
    act: (name, id, action, input) =>
      once(async (key) => {
        const { header } = await read(name, id)
        const request = { version: header.version, ...(input === undefined ? {} : { input }) }
        return runAction(database, actor, name, id, action, request, key)
      }),
    propose(name, sources) {
      const { source } = tableByName(name).definition
      const { prefill } = effectsOf(name)
      if (source === undefined) throw new Error(`${name} is made over nothing`)
      if (prefill === undefined) return Promise.resolve({ header: {}, lines: [] })
      return database.transaction(async (tx) => {
        const found = await loadSourceLines(tx, session, source.document, sources, false)
        const lines = sources.map((one): SourceLine => {
          const line = found.get(`${one.id}/${one.lineNo}`)
          if (line === undefined)
            throw new Error(`${source.document} ${one.id}/${one.lineNo} is not there`)
          return {
            ...line,
            ...(one.quantity === undefined ? {} : { wantedQuantity: one.quantity }),
          }
        })
        return prefill({ tx, session, today: clock().today, sources: lines })
      })
    },
    linesOf: async (name, id) => (await read(name, id)).lines,
  }
}
