import type { ActionRequest, ActionResult, CreateRequest } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { hasSerialNumbers } from '@kufang/contract/document/declare/serial-numbers.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { expect } from 'vitest'
import { isRefusal, refusalDetails, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { sentenceOf } from '../../platform/http/platform-refusals.ts'
import { liveAncestors } from '../storage/chain.ts'
import { postDocument, reverseDocumentPosting } from '../books/postings.ts'
import { runAction, type Actor } from '../service/service.ts'
import { documentTable, type DocumentTable } from '../storage/table.ts'
import { lastErrors } from './last-errors.ts'
import '../../journeys.ts'
import {
  erpAnswers,
  findJourney,
  undoneEffect,
  type AnyJourney,
  type JourneyLine,
  type Way,
} from '../journey/journey.ts'
import {
  courseOf,
  make,
  givenFor,
  makeOver,
  prepareLines,
  requestFor,
  stepsOf,
  walk,
  wayTo,
  type Given,
  type Walker,
} from '../journey/walk.ts'
import { book } from '../testing/book.ts'
import {
  addBatches,
  addSecondUnit,
  addSerialNumbers,
  exempt,
  goods,
  newPlace,
  type Goods,
} from '../testing/ground.ts'
import { worldWalker } from '../testing/world-walker.ts'
import { materials, place } from '../testing/small-company.ts'
import { createWorld, type World } from '../testing/world.ts'
import { goodsOfLines } from './goods-of-lines.ts'
import { referenceDocuments } from './reference-documents.ts'
import { successorsOf } from './successors.ts'

interface Prepared {
  walker: Walker
  lines: readonly JourneyLine[]
  used: number
}

/** Predecessor lines created together; small documents share them line by line. */
const preparedLines = 24

/** The document type under test and its world; `world` is available after `open`. */
export class Subject {
  readonly definition: AnyDocument
  readonly table: DocumentTable
  readonly journey: AnyJourney
  /** True for a reference document, which is tested in full; others run each check once. */
  readonly isReference: boolean
  #world: World | undefined
  #prepared: Prepared | undefined
  #isApart = false
  readonly #standing = new Map<string, { id: string; version: number }>()

  constructor(name: string) {
    const definition = documentDefinition(name)
    if (!definition) throw new Error(`no document type ${name}`)
    this.definition = definition
    this.table = documentTable(definition)
    this.journey = findJourney(name)
    this.isReference = referenceDocuments.includes(name)
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
    await addSecondUnit(this.#world)
    if (hasSerialNumbers(this.definition)) await addSerialNumbers(this.#world)
    if (this.journey.start?.needsStock === 'batches') await addBatches(this.#world)
    if (this.#concernsExempt() || this.journey.start?.isConsignment) await exempt(this.#world)
  }

  /** Whether it, or what makes it or is made from it, is for goods that need no inspection. */
  #concernsExempt(): boolean {
    const { madeBy } = this.journey
    const makers = madeBy === undefined || madeBy === 'erp' ? [] : [madeBy.document]
    const others = [...makers, ...successorsOf(this.name).map(({ definition }) => definition.name)]
    return [this.name, ...others].some((name) => findJourney(name).start?.needsExempt === true)
  }

  /** So many lines, at most what a document of the type may have. */
  linesAtMost(count: number): number {
    return Math.min(count, this.definition.linesMax ?? count)
  }

  /** For steps that need no particular place. */
  get walker(): Walker {
    return worldWalker(this.world, place)
  }

  async close(): Promise<void> {
    await this.#world?.close()
  }

  /** False if the ERP or another document creates it. */
  get isMadeByPeople(): boolean {
    return this.journey.start !== undefined
  }

  /** What is entered for an action of this document. */
  async given(id: string, action: string): Promise<Required<Pick<Given, 'input'>> & Given> {
    return { input: {}, ...(await givenFor(this.walker, this.name, id, action)) }
  }

  /**
   * Source lines for a new document. The predecessors of many lines are created at once and assigned line by line:
   * documents never share a line, but share predecessors and a storage location.
   */
  async #lines(
    count: number,
    course = '',
  ): Promise<{ walker: Walker; lines: readonly JourneyLine[] }> {
    if (this.journey.start!.courses?.[course]) return this.#prepare(count, course)
    if (this.#isApart || !this.journey.start!.from || count > preparedLines) {
      this.#isApart = false
      return this.#prepare(count)
    }
    if (!this.#prepared || this.#prepared.used + count > preparedLines)
      this.#prepared = { ...(await this.#prepare(preparedLines)), used: 0 }
    const { walker, lines, used } = this.#prepared
    this.#prepared.used += count
    return { walker, lines: lines.slice(used, used + count) }
  }

  async #prepare(
    count: number,
    course = '',
  ): Promise<{ walker: Walker; lines: readonly JourneyLine[] }> {
    const walker = worldWalker(this.world, await newPlace(this.world))
    return { walker, lines: await prepareLines(walker, this.name, this.#goods(count), course) }
  }

  /** The request for a new document, on this course of its journey. */
  async request(lines = 1, course = ''): Promise<CreateRequest> {
    const prepared = await this.#lines(lines, course)
    return requestFor(prepared.walker, this.name, prepared.lines, course)
  }

  /** Later documents are created in a new storage location. */
  moveOn(): void {
    this.#prepared = undefined
  }

  /** The next document has predecessors of its own, with no lines but its, in a new storage location. */
  standApart(): void {
    this.#isApart = true
  }

  /** Creates a document and takes it through `way`; without it the document stays in its initial state. */
  async make(lines = 1, way: Way = []): Promise<string> {
    if (this.isMadeByPeople) {
      const prepared = await this.#lines(lines, courseOf(way))
      return makeOver(prepared.walker, this.name, prepared.lines, way)
    }
    const walker = worldWalker(this.world, await newPlace(this.world))
    return make(walker, this.name, this.#goods(lines), way)
  }

  /** The same of goods that need no inspection. */
  async #makeExempt(lines: number, way: Way): Promise<string> {
    const own = goods(this.linesAtMost(lines), materials.bolt)
    return make(worldWalker(this.world, await newPlace(this.world)), this.name, own, way)
  }

  #goods(count: number): Goods[] {
    return goodsOfLines(this.definition, this.journey, this.linesAtMost(count))
  }

  async go(id: string, actions: readonly string[]): Promise<void> {
    await walk(this.walker, this.name, id, actions)
  }

  /** Creates a document in a state. */
  async bring(state: string, lines = 1): Promise<string> {
    const id = await this.make(lines, wayTo(this.name, state))
    expect((await this.world.read(this.name, id)).header.state).toBe(state)
    return id
  }

  /**
   * The state the action is tested from: the first of `from`; for an action that releases or undoes, the first to which
   * the way holds or moves goods.
   */
  stateFor(action: string): string {
    const { from } = this.definition.actions[action]!
    const { acts } = this.journey
    const before = undoneEffect(acts[action]?.goods)
    const isAfterEffect = (state: string): boolean =>
      stepsOf(wayTo(this.name, state)).some(
        (step) => typeof step === 'string' && acts[step]?.goods === before,
      )
    return (before && from.find(isAfterEffect)) ?? from[0]!
  }

  /** The way to where the action is possible; to a reversal in the ERP it leads through the posting. */
  #wayFor(action: string): Way {
    const { books } = this.journey
    const at = books?.reversal.indexOf(action) ?? -1
    const isInBooks = this.definition.actions[action]!.erpFrom?.includes('unposted') === false
    if (books?.post === undefined || at < 0 || !isInBooks || !this.isMadeByPeople)
      return wayTo(this.name, this.stateFor(action))
    return [...books.moved, books.post, erpAnswers, ...books.reversal.slice(0, at)]
  }

  /** How a document is created on the way to where the action is possible. */
  courseFor(action: string): string {
    return courseOf(this.#wayFor(action))
  }

  async ready(action: string, lines = 1): Promise<string> {
    const way = this.#wayFor(action)
    const { needsExempt } = this.journey.acts[action]!
    const id = await (needsExempt ? this.#makeExempt(lines, way) : this.make(lines, way))
    expect((await this.world.read(this.name, id)).header.state).toBe(this.stateFor(action))
    await this.bringErpFor(id, action)
    return id
  }

  /** Takes a new document to a state in which the action is possible. */
  async prepare(id: string, action: string): Promise<void> {
    await walk(this.walker, this.name, id, stepsOf(this.#wayFor(action)))
    await this.bringErpFor(id, action)
  }

  /** Takes it to the ERP state the action requires. */
  async bringErpFor(id: string, action: string): Promise<void> {
    const { erpFrom } = this.definition.actions[action]!
    const { header } = await this.world.read(this.name, id)
    if (erpFrom && !erpFrom.includes(header.erpState)) {
      const isPosted = header.erpState === 'posted' && erpFrom.includes('reversed')
      // The posting of a document that another one makes may be on its way from the beginning.
      const passed =
        header.erpState === 'unposted' ? [] : ['unposted', 'notNeeded', 'awaitingSupplement']
      await this.bringErp(
        id,
        isPosted ? 'reversed' : erpFrom.find((state) => !passed.includes(state))!,
      )
    }
    await walk(this.walker, this.name, id, this.journey.acts[action]?.after ?? [])
  }

  /** A document of two lines in this state, for tests that do not change it; created on first use. */
  standing(state: string): Promise<string> {
    return this.#kept(state, () => this.bring(state, 2))
  }

  /** The same for a document on which the action is possible. After the action, the next call creates another. */
  waiting(action: string): Promise<string> {
    const { erpFrom } = this.definition.actions[action]!
    const { needsExempt = false } = this.journey.acts[action]!
    return this.#kept(`${this.stateFor(action)} ${erpFrom?.join() ?? ''} ${needsExempt}`, () =>
      this.ready(action, 2),
    )
  }

  async #kept(key: string, make: () => Promise<string>): Promise<string> {
    const known = this.#standing.get(key)
    if (known && (await this.#versionOf(known.id)) === known.version) return known.id
    const id = await make()
    this.#standing.set(key, { id, version: await this.#versionOf(id) })
    return id
  }

  async #versionOf(id: string): Promise<number> {
    const [row] = await this.world.database.query<{ version: number }>(
      `select version from ${this.table.header} where id = $1`,
      [id],
    )
    return row!.version
  }

  /** Posts or reverses the document's movements in the ERP. */
  async bringErp(id: string, wanted: ErpState): Promise<void> {
    const bookOwn = (work: typeof reverseDocumentPosting) => book(this.world, this.table, id, work)
    const now = (await this.world.read(this.name, id)).header.erpState
    if (now === wanted) return
    if (now === 'posting' && wanted === 'failed') await this.#failPosting(id)
    // Send the postings of other tests first, or they would consume the fault meant for this one.
    await this.world.send()
    if (now === 'unposted') {
      await this.postBefore(this.name, id)
      if (wanted === 'failed') this.world.erp.faults.push('period-closed')
      await bookOwn(postDocument)
      if (wanted !== 'posting') await this.world.send()
    }
    if (wanted === 'reversing' || wanted === 'reversed') {
      await bookOwn(reverseDocumentPosting)
      if (wanted === 'reversed') await this.world.send()
    }
    const { erpState } = (await this.world.read(this.name, id)).header
    expect(erpState, await lastErrors(this.world)).toBe(wanted)
  }

  /** Posts what a document was derived from, as far as it is not posted. */
  async postBefore(type: string, id: string): Promise<void> {
    const { database, companyCode } = this.world
    const before = await liveAncestors(database, companyCode, type, id)
    for (const one of before.toReversed())
      if (one.definition.posts === true && ['unposted', 'byLine'].includes(one.erpState))
        await book(this.world, documentTable(one.definition), one.id, postDocument)
    await this.world.send()
  }

  /** The posting of the document that is on its way will be rejected by the ERP. */
  async #failPosting(id: string): Promise<void> {
    const [posting] = await this.world.database.query<{ postingKey: string }>(
      `select posting_key from erp_posting where document_id = $1 and state = 'pending'`,
      [id],
    )
    this.world.erp.faultsOfKeys.set(posting!.postingKey, 'period-closed')
  }

  async act(
    id: string,
    action: string,
    request: Partial<ActionRequest> = {},
  ): Promise<ActionResult> {
    const given = await this.given(id, action)
    return this.world.act(this.name, id, action, { ...given, ...request })
  }

  /** What may be posted is reversed only after a request and its approval; anything else needs neither. */
  async approveReversal(id: string): Promise<void> {
    const { from } = this.definition.actions['reversePhysical']!
    if (from.includes((await this.world.read(this.name, id)).header.state)) return
    for (const action of ['requestReversal', 'approveReversal']) await this.act(id, action)
  }

  /** Performs an action as this actor, on the current version by default. */
  async actAs(
    actor: Actor,
    id: string,
    action: string,
    more: { key?: string; version?: number; given?: Given } = {},
  ): Promise<ActionResult> {
    const version = more.version ?? (await this.world.read(this.name, id)).header.version
    return runAction(
      this.world.database,
      actor,
      this.name,
      id,
      action,
      { version, ...(more.given ?? (await this.given(id, action))) },
      more.key ?? newId(),
    )
  }
}

/** The details of a refused attempt, with complete sentences in both languages; any other error fails the test. */
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
