import type { ActionRequest, ActionResult, CreateRequest } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { ErpState } from '@kufang/contract/document/erp-state.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { expect } from 'vitest'
import { isRefusal, refusalDetails, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { sentenceOf } from '../../platform/http/platform-refusals.ts'
import { systemSession } from '../../platform/session/session.ts'
import { clock } from '../clock.ts'
import { postDocument, reverseDocumentPosting, writeAsked } from '../books/postings.ts'
import { runAction, type Actor } from '../service.ts'
import { loadInCompany } from '../storage/store.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import { newPlace } from '../testing/core-flow.ts'
import { createWorld, type World } from '../testing/world.ts'
import type { Fixture, Way } from './fixture.ts'

/** The document type under test, with the world it lives in; `world` is there once `open` has run. */
export class Subject {
  readonly definition: AnyDocument
  readonly table: DocumentTable
  readonly fixture: Fixture
  #world: World | undefined

  constructor(name: string, fixture: Fixture) {
    const definition = documentDefinition(name)
    if (!definition) throw new Error(`no document type ${name}`)
    this.definition = definition
    this.table = documentTable(definition)
    this.fixture = fixture
  }

  get name(): string {
    return this.definition.name
  }

  get world(): World {
    if (!this.#world) throw new Error('the world is not open yet')
    return this.#world
  }

  async open(): Promise<void> {
    this.#world = await createWorld()
  }

  async close(): Promise<void> {
    await this.#world?.close()
  }

  input(action: string): Record<string, unknown> {
    return this.fixture.inputs?.[action] ?? {}
  }

  async request(lines = 1): Promise<CreateRequest> {
    return this.fixture.request!(this.world, await newPlace(this.world), lines)
  }

  /** A new document in its initial state. */
  async make(lines = 1): Promise<string> {
    if (this.fixture.make) return this.fixture.make(this.world, await newPlace(this.world), lines)
    return (await this.world.create(this.name, await this.request(lines))).id
  }

  async go(id: string, way: Way): Promise<void> {
    if (typeof way === 'function') return way(this.world, id)
    for (const step of way) {
      if (step === 'send') await this.world.send()
      else await this.act(id, step)
    }
  }

  /** A document in a state. */
  async bring(state: string, lines = 1): Promise<string> {
    const id = await this.make(lines)
    await this.bringTo(id, state)
    return id
  }

  /** Takes a new document on to a state. */
  async bringTo(id: string, state: string): Promise<void> {
    const way = this.fixture.states[state] ?? (state === this.definition.initial ? [] : undefined)
    if (!way)
      throw new Error(`the fixture of ${this.name} does not say how state ${state} is reached`)
    await this.go(id, way)
    expect((await this.world.read(this.name, id)).header.state).toBe(state)
  }

  /** A document on which the action is possible: state and ERP state as it wants them. */
  async ready(action: string, lines = 1): Promise<string> {
    const id = await this.make(lines)
    await this.prepare(id, action)
    return id
  }

  /** Takes a new document on to where the action is possible. */
  async prepare(id: string, action: string): Promise<void> {
    const declared = this.definition.actions[action]!
    await this.bringTo(id, declared.from[0]!)
    const { header } = await this.world.read(this.name, id)
    if (declared.erpFrom && !declared.erpFrom.includes(header.erpState))
      await this.bringErp(id, declared.erpFrom[0]!)
  }

  /** Brings what the document moved into the ERP's books, or out of them again. */
  async bringErp(id: string, wanted: ErpState): Promise<void> {
    const { database, erp } = this.world
    const book = (work: typeof reverseDocumentPosting) =>
      database.transaction(async (tx) => {
        const loaded = await loadInCompany(tx, this.table, '1010', id, true)
        const session = systemSession(['1010'], newId())
        const asked = await work(tx, session, this.table, loaded, clock())
        writeAsked(tx, this.table, loaded.header, asked)
      })
    const now = (await this.world.read(this.name, id)).header.erpState
    if (now === wanted) return
    // What others left waiting would take the fault meant for this one.
    await this.world.send()
    if (now === 'unposted') {
      if (wanted === 'failed') erp.faults.push('period-closed')
      await book(postDocument)
      if (wanted !== 'posting') await this.world.send()
    }
    if (wanted === 'reversing' || wanted === 'reversed') {
      await book(reverseDocumentPosting)
      if (wanted === 'reversed') await this.world.send()
    }
    expect((await this.world.read(this.name, id)).header.erpState).toBe(wanted)
  }

  act(id: string, action: string, request: Partial<ActionRequest> = {}): Promise<ActionResult> {
    return this.world.act(this.name, id, action, { input: this.input(action), ...request })
  }

  /** Does an action as this person, on what stands there now unless told otherwise. */
  async actAs(
    actor: Actor,
    id: string,
    action: string,
    more: { key?: string; version?: number } = {},
  ): Promise<ActionResult> {
    const version = more.version ?? (await this.world.read(this.name, id)).header.version
    return runAction(
      this.world.database,
      actor,
      this.name,
      id,
      action,
      { version, input: this.input(action) },
      more.key ?? newId(),
    )
  }
}

/** What a refused attempt says, every sentence complete in both languages; anything else fails the test. */
export async function refusalsOf(attempt: Promise<unknown>): Promise<RefusalDetail[]> {
  let found: RefusalDetail[] | undefined
  try {
    await attempt
  } catch (error) {
    if (!isRefusal(error)) throw error
    found = refusalDetails(error)
  }
  if (!found) throw new Error('was not refused')
  for (const detail of found) {
    const zh = sentenceOf(detail, 'zh')
    const en = sentenceOf(detail, 'en')
    for (const sentence of [zh, en]) expect(sentence, detail.code).not.toMatch(/[{}]|undefined|^$/)
    expect(zh, `${detail.code} in Chinese`).toMatch(/\p{Script=Han}/u)
    expect(en, `${detail.code} in English`).toMatch(/[A-Za-z]{3}/)
    expect(en).not.toBe(detail.code)
  }
  return found
}

export async function codesOf(attempt: Promise<unknown>): Promise<string[]> {
  return (await refusalsOf(attempt)).map((detail) => detail.code)
}

/** Every row of every table as one value: two of them are equal when nothing at all was written. */
export async function everything(world: World): Promise<Record<string, string>> {
  const tables = await world.database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and has_table_privilege(c.oid, 'select') order by 1`,
  )
  expect(tables.length).toBeGreaterThan(30)
  const sums = await world.database.query<Record<string, string>>(
    `select ${tables.map(({ name }) => `(select coalesce(md5(string_agg(t::text, ';' order by t::text)), '') from ${name} t) as ${name}`).join(', ')}`,
  )
  return sums[0]!
}
