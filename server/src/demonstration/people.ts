import type {
  ActionRequest,
  ActionResult,
  CreateRequest,
  LineInput,
} from '@kufang/contract/document/api.ts'
import { clock } from '../document/storage/clock.ts'
import { effectsOf } from '../document/effects/effects.ts'
import type { SourceLine } from '../document/effects/requests.ts'
import type { Actor } from '../document/public.ts'
import { createDocument, runAction } from '../document/public.ts'
import { tableByName } from '../document/storage/table.ts'
import { sourceAskedFor } from '../document/list/list.ts'
import { loadSourceLines } from '../document/draft/sources.ts'
import { loadVisible } from '../document/storage/store.ts'
import type { DemonstrationAccount } from './accounts.ts'
import { companies, plants } from './organization.ts'
import type { Database } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'

/** A person of the demonstration company: the calls made by pages, with idempotency keys that permit repetition. */
export interface Person {
  create(name: string, request: CreateRequest): Promise<ActionResult>
  act(
    name: string,
    id: string,
    action: string,
    given?: Pick<ActionRequest, 'input' | 'lines'>,
  ): Promise<ActionResult>
  /** The values the page proposes for the selected source lines. */
  propose(
    name: string,
    sources: readonly { id: string; lineNo: number; quantity?: string }[],
    page?: string,
  ): Promise<{ header: Record<string, unknown>; lines: LineInput[] }>
  linesOf(
    name: string,
    id: string,
  ): Promise<{ lineNo: number; quantity: string; openQuantity: string; materialNo: string }[]>
}

/** A dimension of the scope: null for all, and none if nothing is stated. */
const listed = <Entry>(
  entries: readonly Entry[] | 'all' = [],
  codeOf: (entry: Entry) => string,
): string[] | null => (entries === 'all' ? null : entries.map(codeOf))

/** The session of an account of the demonstration. */
export function sessionOf(account: DemonstrationAccount, userId: string): Session {
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
      storageLocations: listed(
        isAdmin ? 'all' : account.storageLocations,
        (entry) => `${entry.plant}/${entry.storageLocation}`,
      ),
      materialGroups: listed(isAdmin ? 'all' : account.materialGroups, (group) => group),
      supplierNo: account.supplierNo ?? null,
      pickingUnits: listed(isAdmin ? 'all' : account.pickingUnits, (entry) => entry.pickingUnit),
    },
    language: 'zh',
    requestId: 'demonstration',
  }
}

/**
 * A person in one story. Each act of the story has its own key, the same in every run, so that an interrupted
 * preparation can be repeated without executing acts twice.
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
  /** Returns the response of an earlier run, whatever the document's current state, else performs the act. */
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
    act: (name, id, action, given) =>
      once(async (key) => {
        const { header } = await read(name, id)
        const request = { version: header.version, ...given }
        return runAction(database, actor, name, id, action, request, key)
      }),
    propose(name, sources, page) {
      const source = sourceAskedFor(tableByName(name).definition, session, page)
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
