import type { ActionRequest, CreateRequest, LineInput } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { minimumQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { serialNumbersOf } from '../draft/serial-numbers.ts'
import {
  beginningOf,
  findJourney,
  type Ground,
  type JourneyLine,
  type Making,
  type Reference,
  type Share,
  type Start,
  type Step,
  type SystemWork,
  type Way,
} from './journey.ts'
import type { Job } from './jobs.ts'

/** The input of an action, for the document and for its lines. */
export type Given = Pick<ActionRequest, 'input' | 'lines'>

/** Executes journeys: directly on the service, as users of a company, or over HTTP. */
export interface Walker {
  ground: Ground
  create(name: string, by: Job, request: CreateRequest): Promise<{ id: string }>
  /** The request with what people read from the goods: serial numbers. Unchanged if absent. */
  entered?(name: string, request: CreateRequest): Promise<CreateRequest>
  act(name: string, id: string, action: string, by: Job, given: Given): Promise<unknown>
  /** The values the page proposes for lines of a predecessor; the person's first page that creates it if none is named. */
  propose(
    name: string,
    by: Job,
    sources: readonly { id: string; lineNo: number; quantity?: string }[],
    page?: string,
  ): Promise<Start['proposed']>
  linesOf(name: string, id: string): Promise<readonly WalkedLine[]>
  /** The successor of one type that the system created for a document, if any. */
  successorOf(name: string, id: string, successor: string): Promise<string | undefined>
  erpAnswers(): Promise<void>
  /** Posts a document that no person posts, and lets the ERP answer; only in tests. */
  isPosted?(name: string, id: string): Promise<void>
  /** Creates a mirrored ERP document; only if the walker also plays the ERP. */
  mirror?(
    name: string,
    goods: readonly JourneyLine[],
    header?: Readonly<Record<string, unknown>>,
  ): Promise<string>
  mirrorBecomes?(name: string, id: string, state: 'completed' | 'deleted'): Promise<void>
  /** Lets the delivery dates of a mirrored ERP document pass; absent if they have passed already. */
  deliveryDatesPass?(name: string, id: string): Promise<void>
  /** Lets the system do its work about a document; absent over HTTP, where its own jobs do it. */
  systemDoes?(work: SystemWork, document: { companyCode: string; id: string }): Promise<void>
  /** Puts goods into the storage location; only if they are not already there. */
  stock?(goods: readonly JourneyLine[]): Promise<void>
  /** Has the ERP make an outbound delivery of goods of this place for an order of the other company; returns its number. */
  delivers?(
    order: { id: string; lines: readonly WalkedLine[] },
    goods: readonly JourneyLine[],
  ): Promise<string>
  /** The walker of the other company, if there is one, at a place of its own; its own other company is this one. */
  elsewhere?(): Promise<Walker>
}

export interface WalkedLine {
  lineNo: number
  materialNo: string
  quantity: string
  sourceType?: string | null
  sourceId?: string | null
  [field: string]: unknown
}

/** The input of an action on the way. */
export async function givenFor(
  { ground, linesOf }: Pick<Walker, 'ground' | 'linesOf'>,
  name: string,
  id: string,
  action: string,
): Promise<Given> {
  const { input: entered, lines: enter } = findJourney(name).acts[action] ?? {}
  const input = typeof entered === 'function' ? entered(ground) : entered
  if (enter === undefined) return input === undefined ? {} : { input }
  const lines = (await linesOf(name, id)).flatMap((line) => {
    const found = enter(line, ground)
    return found === null
      ? []
      : [{ ...piecesOfPart(name, action, line, found), ...found, lineNo: line.lineNo }]
  })
  return { ...(input === undefined ? {} : { input }), lines }
}

/** Of goods with serial numbers, the first pieces if an action is done to a part of what it could be done to. */
function piecesOfPart(
  name: string,
  action: string,
  line: WalkedLine,
  found: Readonly<Record<string, unknown>>,
): object {
  const { lineInput, lineLimits = {} } = findJourney(name).definition.actions[action]!
  const numbers = serialNumbersOf(line)
  if (lineInput?.['serialNumbers'] === undefined || numbers.length === 0) return {}
  const part = Object.entries(lineLimits).find(
    ([given, limit]) => Number(found[given]) < Number(line[limit]),
  )
  return part === undefined ? {} : { serialNumbers: numbers.slice(0, Number(found[part[0]])) }
}

export const stepsOf = (way: Way): readonly Step[] => ('steps' in way ? way.steps : way)
export const courseOf = (way: Way | undefined): string => (way && 'course' in way ? way.course : '')

/** The way to a state or milestone; empty for the initial state. */
export function wayTo(name: string, point: string): Way {
  const { definition, reaches, milestones } = findJourney(name)
  const way = reaches[point] ?? milestones?.[point]
  if (way) return way
  if (point === definition.initial) return []
  throw new Error(`the journey of ${name} does not say how ${point} is reached`)
}

/** Lines from which a document of this type can be created; takes its predecessors through the required steps. */
export async function prepareLines(
  walker: Walker,
  name: string,
  goods: readonly JourneyLine[],
  course = '',
): Promise<readonly JourneyLine[]> {
  const journey = findJourney(name)
  const { needsStock, needsStockElsewhere, needs, refersTo } = journey.start!
  const { from } = beginningOf(journey, course)
  // A predecessor that needs them too brings them.
  const isBrought = from !== undefined && findJourney(from.document).start?.needsStock !== undefined
  if (needsStock && !isBrought) await walker.stock?.(goods)
  if (needs) await make(walker, needs.document, goods, needs.steps)
  if (refersTo) return referring(walker, refersTo, goods)
  if (needsStockElsewhere) return stockedElsewhere(walker, goods)
  if (!from) return goods
  const { document, steps } = from
  const id = await make(walker, document, goods, steps)
  return linesFrom(walker, document, id)
}

/** Goods that lie in the other company, each with the place where they do. */
async function stockedElsewhere(
  walker: Walker,
  goods: readonly JourneyLine[],
): Promise<readonly JourneyLine[]> {
  const there = await walker.elsewhere!()
  await there.stock?.(goods)
  const { companyCode, plant, storageLocation } = there.ground
  return goods.map((line) => ({ ...line, elsewhere: { companyCode, plant, storageLocation } }))
}

/** Goods, each with the line of a document in the other company that is for the same goods. */
async function referring(
  walker: Walker,
  { document, steps, header }: Reference,
  goods: readonly JourneyLine[],
): Promise<readonly JourneyLine[]> {
  const there = await walker.elsewhere!()
  const id = await make(there, document, goods, steps, header(walker.ground))
  const lines = await there.linesOf(document, id)
  const deliveryNo = await walker.delivers!({ id, lines }, goods)
  return goods.map((line, index) => ({
    ...line,
    elsewhere: { ...lines[index]!, deliveryNo, deliveryItem: (index + 1) * 10 },
  }))
}

/** The lines of a document as source lines of a successor. */
export async function linesFrom(
  walker: Walker,
  name: string,
  id: string,
  share: Share = 'all',
): Promise<readonly JourneyLine[]> {
  const lines = await walker.linesOf(name, id)
  return lines.map((line) => ({
    ...line,
    source: { id, lineNo: line.lineNo },
    quantity: share === 'all' ? line.quantity : half(line.quantity),
  }))
}

/** About half, in whole units, because pieces cannot be split. */
function half(quantity: string): string {
  const whole = Number(quantity.split('.')[0])
  return whole < 2 ? quantity : String(Math.ceil(whole / 2))
}

/** The request of a person to create a document from these lines. */
export async function requestFor(
  walker: Walker,
  name: string,
  lines: readonly JourneyLine[],
  course = '',
): Promise<CreateRequest> {
  const journey = findJourney(name)
  const { definition, start } = journey
  const { page } = beginningOf(journey, course)
  const { ground } = walker
  const sources = lines.flatMap(({ source, quantity }) => (source ? [{ ...source, quantity }] : []))
  const proposed =
    sources.length > 0
      ? await walker.propose(name, start!.by, sources, page)
      : { header: {}, lines: [] }
  const entered = start!.request({
    lines,
    proposed: { ...proposed, lines: proposed.lines.map((line) => atMost(lines, line)) },
    ground,
    course,
  })
  const request = page === undefined ? entered : { page, ...entered }
  const whole = definition.source ? request : { companyCode: ground.companyCode, ...request }
  return (await walker.entered?.(name, whole)) ?? whole
}

/** A proposed line, limited to the wanted quantity of its source. */
function atMost(lines: readonly JourneyLine[], proposed: LineInput): LineInput {
  const { source, quantity } = proposed
  const wanted = lines.find(
    (line) => line.source?.id === source?.id && line.source?.lineNo === source?.lineNo,
  )
  if (!wanted || quantity === undefined) return proposed
  const least = minimumQuantity(quantity as Quantity, wanted.quantity as Quantity)
  const numbers = proposed['serialNumbers'] as readonly string[] | undefined
  return {
    ...proposed,
    quantity: least,
    ...(numbers === undefined ? {} : { serialNumbers: numbers.slice(0, Number(least)) }),
  }
}

/**
 * Creates a document for goods, with all its predecessors, and performs these steps.
 * @param header what the ERP says in its header, if it is a mirror
 * @returns its id
 */
export async function make(
  walker: Walker,
  name: string,
  goods: readonly JourneyLine[],
  way: Way = [],
  header?: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { madeBy } = findJourney(name)
  if (!madeBy)
    return makeOver(walker, name, await prepareLines(walker, name, goods, courseOf(way)), way)
  const id = madeBy === 'erp' ? await walker.mirror!(name, goods, header) : await makeBefore()
  await walk(walker, name, id, stepsOf(way))
  return id

  async function makeBefore(): Promise<string> {
    const { document, steps, isElsewhere } = madeBy as Making
    const maker = isElsewhere ? await walker.elsewhere!() : walker
    const before = await make(maker, document, goods, steps)
    return madeFrom(walker, name, before)
  }
}

/** The document that this maker has made. */
export async function madeFrom(walker: Walker, name: string, makerId: string): Promise<string> {
  const { document, behind = document } = findJourney(name).madeBy as Making
  let [type, id] = [document, makerId]
  while (type !== behind) {
    const [line] = await walker.linesOf(type, id)
    ;[type, id] = [String(line!.sourceType), String(line!.sourceId)]
  }
  const made = await walker.successorOf(type, id, name)
  if (made === undefined) throw new Error(`${document} ${makerId} made no ${name}`)
  return made
}

/**
 * Creates a document from existing lines and performs these steps; the first one together with the creation if its page
 * does so.
 */
export async function makeOver(
  walker: Walker,
  name: string,
  lines: readonly JourneyLine[],
  way: Way = [],
): Promise<string> {
  const { definition, start } = findJourney(name)
  const [first, ...rest] = stepsOf(way)
  const isOnePress = typeof first === 'string' && isDoneOnCreation(definition, first)
  const request = await requestFor(walker, name, lines, courseOf(way))
  const { id } = await walker.create(
    name,
    start!.by,
    isOnePress ? { ...request, actionAfterCreate: first } : request,
  )
  await walk(walker, name, id, isOnePress ? rest : stepsOf(way))
  return id
}

const isDoneOnCreation = (definition: AnyDocument, action: string): boolean =>
  Object.values(definition.pages).some((page) => page.actionAfterCreate === action)

/** Performs these steps on an existing document. */
export async function walk(
  walker: Walker,
  name: string,
  id: string,
  steps: readonly Step[],
): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'string') await actOn(walker, name, id, step)
    else if (step.step === 'erp') await walker.erpAnswers()
    else if (step.step === 'isPosted') await walker.isPosted!(name, id)
    else if (step.step === 'mirror') await walker.mirrorBecomes!(name, id, step.state)
    else if (step.step === 'deliveryDatesPass') await walker.deliveryDatesPass?.(name, id)
    else if (step.step === 'system')
      await walker.systemDoes!(step.work, { companyCode: walker.ground.companyCode, id })
    else if (step.step === 'next') {
      const lines = await linesFrom(walker, name, id, step.share)
      await makeOver(walker, step.document, lines, wayTo(step.document, step.state))
    } else if (step.step === 'follow') {
      // There may be no successor, for example no notice if no line requires inspection.
      const successor = await walker.successorOf(name, id, step.document)
      const there = step.isElsewhere ? await walker.elsewhere!() : walker
      if (successor !== undefined) await walk(there, step.document, successor, step.steps)
    } else {
      const [line] = await walker.linesOf(name, id)
      const [type, before] = [String(line!.sourceType), String(line!.sourceId)]
      if (step.step === 'back') await actOn(walker, type, before, step.action)
      else {
        const lines = await linesFrom(walker, type, before)
        await makeOver(walker, step.document, lines, wayTo(step.document, step.state))
      }
    }
  }
}

async function actOn(walker: Walker, name: string, id: string, action: string): Promise<void> {
  const act = findJourney(name).acts[action]
  if (!act) throw new Error(`the journey of ${name} does not say who does ${action}`)
  await walker.act(name, id, action, act.by, await givenFor(walker, name, id, action))
}
