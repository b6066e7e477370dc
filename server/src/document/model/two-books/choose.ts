import { demandNames, demandOf, goodsNames, kindOf, type Goods } from './goods.ts'
import {
  faults,
  type ChosenDay,
  type Operation,
  type PaperAction,
  type PersonOperation,
} from './operation.ts'
import { allows } from './rules.ts'
import { announced, asked, free, heldOfNote, inErp, type State } from './state.ts'

/** Random numbers below 1 that a seed repeats (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number
type Type = Operation['type']

const weights: Record<Type, number> = {
  announce: 6,
  arrive: 8,
  draftArrival: 3,
  confirmDraft: 2,
  discardDraft: 3,
  decide: 9,
  withdraw: 7,
  receive: 10,
  ask: 8,
  issue: 10,
  reverseArrival: 2,
  review: 14,
  refuse: 3,
  resubmit: 3,
  post: 14,
  requestReversal: 7,
  approveReversal: 9,
  refuseReversal: 1,
  reverse: 9,
  reversePhysical: 4,
  retry: 4,
  giveUp: 3,
  send: 10,
  watch: 5,
  cancelDirectly: 6,
  postDirectly: 3,
  cancelTheirs: 4,
  periodHere: 2,
  periodThere: 2,
}
const personTypes = (Object.keys(weights) as Type[]).filter(
  (type): type is PersonOperation['type'] =>
    ![
      'send',
      'watch',
      'cancelDirectly',
      'postDirectly',
      'cancelTheirs',
      'periodHere',
      'periodThere',
    ].includes(type),
)

/** An operation of persons that may run beside others, or null if there is nothing of its kind. */
export const choosePersonal = (state: State, random: Random): Operation | null =>
  chooseOf(state, random, weighted(random, personTypes))

/** Any operation, or null if there is nothing of its kind. */
export const choose = (state: State, random: Random): Operation | null =>
  chooseOf(state, random, weighted(random, Object.keys(weights) as Type[]))

/** Mostly one that is allowed: of several, the first allowed one; sometimes whichever comes, even beyond what is there. */
function chooseOf(state: State, random: Random, type: Type): Operation | null {
  const isBold = random() < 0.16
  let first: Operation | null = null
  for (let tries = 0; tries < 6; tries += 1) {
    const operation = draw(state, random, type, isBold)
    first ??= operation
    if (operation === null || isBold) return operation
    if (allows(state, operation)) return operation
  }
  return first
}

function weighted(random: Random, types: readonly Type[]): Type {
  let left = random() * types.reduce((sum, type) => sum + weights[type], 0)
  for (const type of types) {
    left -= weights[type]
    if (left < 0) return type
  }
  return types.at(-1)!
}

const oneOf = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!

/** Later entries more often: something happens to a document while it is young. */
function position(random: Random, length: number): number | null {
  return length === 0 ? null : Math.floor(Math.sqrt(random()) * length)
}

/** A share of what is available, or some pieces more. */
function pieces(random: Random, available: number, isBold: boolean, step = 1): number {
  if (isBold && random() < 0.6) return Math.max(available, 0) + 1 + Math.floor(random() * 5)
  const share = Math.round(available * (0.15 + 0.85 * random()))
  const whole = random() < 0.7 ? Math.floor(share / step) * step : share
  return Math.max(1, whole)
}

/** The pieces of one or several whole other units. */
const stepOf = (goods: Goods): number => kindOf(goods).unit?.numerator ?? 1

// oxlint-disable-next-line max-lines-per-function -- one branch per operation
function draw(state: State, random: Random, type: Type, isBold: boolean): Operation | null {
  switch (type) {
    case 'announce': {
      const goods = oneOf(random, goodsNames)
      const left = kindOf(goods).ordered - announced(state, goods)
      return { type, goods, quantity: pieces(random, left, isBold, stepOf(goods)) }
    }
    case 'arrive':
    case 'draftArrival': {
      const note = position(random, state.notes.length)
      if (note === null) return null
      const { goods, quantity, arrived } = state.notes[note]!
      const left = quantity - arrived - heldOfNote(state, note)
      return { type, note, quantity: pieces(random, left, isBold, stepOf(goods)) }
    }
    case 'confirmDraft':
    case 'discardDraft': {
      const draft = position(random, state.drafts.length)
      return draft === null ? null : { type, draft }
    }
    case 'decide': {
      const inspected = state.arrivals.flatMap(({ paper }, index) =>
        kindOf(paper.goods).isInspected ? [index] : [],
      )
      if (inspected.length === 0) return null
      const arrival = oneOf(random, inspected)
      const { paper, accepted, rejected } = state.arrivals[arrival]!
      const decided = pieces(random, paper.quantity - accepted - rejected, isBold)
      const refused = Math.min(decided, Math.floor(random() * 5))
      return { type, arrival, accepted: decided - refused, rejected: refused }
    }
    case 'withdraw': {
      const decision = position(random, state.decisions.length)
      return decision === null ? null : { type, decision }
    }
    case 'receive': {
      const arrival = position(random, state.arrivals.length)
      if (arrival === null) return null
      const { paper, accepted, rejected, received, blocked } = state.arrivals[arrival]!
      const category = random() < 0.75 ? ('UU' as const) : ('BL' as const)
      const left = category === 'UU' ? accepted - received : rejected - blocked
      return {
        type,
        arrival,
        category,
        quantity: pieces(random, left, isBold, stepOf(paper.goods)),
      }
    }
    case 'ask': {
      const demand = oneOf(random, demandNames)
      const { foreseen, takes } = demandOf(demand)
      const left = foreseen - asked(state, demand)
      return { type, demand, quantity: pieces(random, left, isBold, stepOf(takes[0]!)) }
    }
    case 'issue': {
      const request = position(random, state.requests.length)
      if (request === null) return null
      const { demand, quantity, issued, held } = state.requests[request]!
      const goods =
        random() < 0.05 ? oneOf(random, goodsNames) : oneOf(random, demandOf(demand).takes)
      // Goods of another material are not on the requisition's line.
      const [first] = demandOf(demand).takes
      if (kindOf(goods).materialNo !== kindOf(first!).materialNo) return null
      const left = Math.min(quantity - issued, (held[goods] ?? 0) + free(state, goods))
      return { type, request, goods, quantity: pieces(random, left, isBold, stepOf(goods)) }
    }
    case 'reverseArrival': {
      const arrival = position(random, state.arrivals.length)
      return arrival === null ? null : { type, arrival }
    }
    case 'retry':
    case 'giveUp':
    case 'cancelDirectly': {
      const wanted = state.postings.filter((one) =>
        type === 'cancelDirectly'
          ? one.direction === 'post' && one.state === 'posted'
          : isBold || one.state !== 'posted',
      )
      const index = position(random, wanted.length)
      return index === null ? null : { type, posting: state.postings.indexOf(wanted[index]!) }
    }
    case 'send':
      return { type, fault: random() < 0.35 ? oneOf(random, faults) : null }
    case 'watch':
      return { type }
    case 'postDirectly': {
      const goods = oneOf(random, ['own', 'boxed', 'rolled', 'inspected'] as const)
      const there = inErp(state, `${goods}/UU`)
      const quantity =
        random() < 0.5 ? pieces(random, 10, false) : -pieces(random, Math.min(there, 20), isBold)
      return { type, goods, quantity }
    }
    case 'cancelTheirs': {
      const direct = position(random, state.directs.length)
      return direct === null ? null : { type, direct }
    }
    case 'periodHere':
    case 'periodThere': {
      const day = random() < 0.3 ? ('today' as const) : ('lastMonth' as const)
      // A closed current period stops everything, so it is short.
      return { type, day, isOpen: day === 'today' ? random() < 0.6 : random() < 0.5 }
    }
    case 'review':
    case 'refuse':
    case 'resubmit':
    case 'requestReversal':
    case 'approveReversal':
    case 'refuseReversal':
    case 'reversePhysical':
    case 'post':
    case 'reverse':
      return drawOfPaper(state, random, type, isBold)
  }
}

function drawOfPaper(
  state: State,
  random: Random,
  type: PaperAction,
  isBold: boolean,
): Operation | null {
  const all = [...state.reviewed.keys()]
  const isFit = (paper: number) => allows(state, operationOn(paper, type, null))
  const isPosted = (paper: number) => state.reviewed[paper]!.erpState === 'posted'
  const fit = isBold ? [] : all.filter(isFit)
  // Reversals in the ERP need documents that are posted.
  const posted = type === 'requestReversal' ? fit.filter(isPosted) : []
  const wanted = posted.length > 0 ? posted : fit.length > 0 ? fit : all
  const index = position(random, wanted.length)
  if (index === null) return null
  const day: ChosenDay =
    random() < 0.6
      ? null
      : oneOf(random, ['today', 'lastMonth', 'lastMonth', 'tomorrow', 'earlier'])
  return operationOn(wanted[index]!, type, day)
}

const operationOn = (paper: number, type: PaperAction, day: ChosenDay): Operation =>
  type === 'post' || type === 'reverse' ? { type, paper, day } : { type, paper }
