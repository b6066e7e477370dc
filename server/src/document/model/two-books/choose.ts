import type { Random } from '../../../platform/testing/random.ts'
import { drawBins, drawPlaces } from './choose-bins.ts'
import { drawIssuing, drawReceiving } from './choose-goods.ts'
import { drawStock } from './choose-stock.ts'
import {
  faults,
  isTypeOfBins,
  isTypeOfIssuing,
  isTypeOfPlaces,
  isTypeOfReceiving,
  isTypeOfStock,
  worldTypes,
  type ChosenDay,
  type Operation,
  type PaperAction,
  type PersonOperation,
} from './operation.ts'
import { oneOf, pieces, position } from './random.ts'
import { allows } from './rules.ts'
import { poolOf } from './pools.ts'
import type { Paper, State } from './state.ts'
import { inErp } from './sums.ts'

type Type = Operation['type']

const weights: Record<Type, number> = {
  announce: 5,
  arrive: 8,
  draftArrival: 3,
  confirmDraft: 4,
  discardDraft: 2,
  decide: 9,
  withdraw: 7,
  receive: 10,
  ask: 7,
  issue: 14,
  transfer: 10,
  transferAtOnce: 6,
  changeOwner: 5,
  ship: 12,
  carryOut: 10,
  receiveTransfer: 26,
  sendBack: 40,
  cancelTransfer: 7,
  startCount: 8,
  enterCount: 18,
  enterRecount: 8,
  explainCount: 22,
  reviewCount: 26,
  refuseCount: 4,
  writeOffCount: 5,
  cancelCount: 5,
  takeBackCount: 100,
  freeze: 9,
  cancelFreeze: 8,
  releaseFreeze: 12,
  moveBin: 10,
  undoBin: 12,
  freezePlace: 3,
  releasePlace: 12,
  cancelPlace: 5,
  review: 14,
  refuse: 3,
  resubmit: 3,
  post: 14,
  requestReversal: 10,
  approveReversal: 18,
  refuseReversal: 3,
  reverse: 14,
  reversePhysical: 6,
  retry: 5,
  giveUp: 6,
  send: 10,
  watch: 5,
  cancelDirectly: 8,
  postDirectly: 3,
  cancelTheirs: 4,
  periodHere: 2,
  periodThere: 2,
  postAtGate: 1,
}
const personTypes = (Object.keys(weights) as Type[]).filter(
  (type): type is PersonOperation['type'] => !(worldTypes as readonly string[]).includes(type),
)

/** An operation of persons that may run beside others, or null if there is nothing of its kind. */
export const choosePersonal = (state: State, random: Random): Operation | null =>
  chooseOf(state, random, weighted(random, personTypes))

/** Any operation, or null if there is nothing of its kind. */
export const choose = (state: State, random: Random): Operation | null =>
  chooseOf(state, random, weighted(random, Object.keys(weights) as Type[]))

/** What has not happened yet: operations that have not succeeded often enough, and those that were not refused. */
export interface Missing {
  done: readonly Type[]
  refused: readonly Type[]
}

/** What leads to operations that chance seldom reaches, the step before first. */
const stepsBefore: Partial<Record<Type, readonly Type[]>> = {
  confirmDraft: ['draftArrival', 'announce'],
  discardDraft: ['draftArrival', 'announce'],
  reverse: ['approveReversal', 'requestReversal', 'post'],
  enterRecount: ['enterCount', 'startCount'],
  reviewCount: ['explainCount', 'enterCount', 'startCount'],
  refuseCount: ['explainCount', 'enterCount', 'startCount'],
  takeBackCount: [
    'approveReversal',
    'requestReversal',
    'reviewCount',
    'explainCount',
    'enterCount',
    'startCount',
  ],
}

/** Something that is missing, or a step towards it; null if nothing of the kind is possible now. */
export function chooseMissing(state: State, random: Random, missing: Missing): Operation | null {
  const isRefused =
    random() < missing.refused.length / (missing.done.length + missing.refused.length)
  const wanted = oneOf(random, isRefused ? missing.refused : missing.done)
  const types = isRefused ? [wanted] : [wanted, ...(stepsBefore[wanted] ?? [])]
  for (const type of types)
    for (let tries = 0; tries < 6; tries += 1) {
      const operation = draw(state, random, type, isRefused)
      if (operation !== null && allows(state, operation) !== isRefused) return operation
    }
  return null
}

/**
 * Mostly one that is allowed: of several, the first allowed one; sometimes whichever comes, even beyond what is there. A
 * place that is frozen already more often: nothing else of it is refused.
 */
function chooseOf(state: State, random: Random, type: Type): Operation | null {
  const isBold = random() < (type === 'freezePlace' ? 0.6 : 0.16)
  let first: Operation | null = null
  for (let tries = 0; tries < 6; tries += 1) {
    const operation = draw(state, random, type, isBold)
    first ??= operation
    if (operation === null || isBold) return operation
    if (allows(state, operation)) return operation
  }
  // Of postings more: nothing else meets a closed period.
  return random() < (type === 'post' || type === 'reverse' ? 0.9 : 0.3) ? first : null
}

function weighted(random: Random, types: readonly Type[]): Type {
  let left = random() * types.reduce((sum, type) => sum + weights[type], 0)
  for (const type of types) {
    left -= weights[type]
    if (left < 0) return type
  }
  return types.at(-1)!
}

function draw(state: State, random: Random, type: Type, isBold: boolean): Operation | null {
  if (isTypeOfReceiving(type)) return drawReceiving(state, random, type, isBold)
  if (isTypeOfIssuing(type)) return drawIssuing(state, random, type, isBold)
  if (isTypeOfStock(type)) return drawStock(state, random, type, isBold)
  if (isTypeOfBins(type)) return drawBins(state, random, type, isBold)
  if (isTypeOfPlaces(type)) return drawPlaces(state, random, type, isBold)
  switch (type) {
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
      const there = inErp(state, poolOf(goods, 'UU'))
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
    case 'postAtGate':
      return { type, isOn: random() < 0.5 }
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
  const all = [...state.papers.keys()].filter((paper) =>
    isActionOf(state.papers[paper]!.name, type),
  )
  const isFit = (paper: number) => allows(state, operationOn(paper, type, null))
  const isPosted = (paper: number) => state.papers[paper]!.erpState === 'posted'
  const rareName = random() < 0.6 ? 'stocktaking' : 'transfer-order'
  const isRare = (paper: number) => state.papers[paper]!.name === rareName
  const fit = isBold ? [] : all.filter(isFit)
  // Reversals in the ERP need documents that are posted; those of counts and transfers are rare otherwise.
  const posted = type === 'requestReversal' ? fit.filter(isPosted) : []
  const isAsking = type === 'requestReversal' || type === 'approveReversal'
  const rare = random() < (isAsking ? 0.6 : 0.25) ? fit.filter(isRare) : []
  const wanted = [rare, posted, fit, all].find(({ length }) => length > 0) ?? []
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

/** Receipts and issues are reviewed after their goods moved, others by acts of their own; nobody posts an arrival. */
const isActionOf = (name: Paper['name'], type: PaperAction): boolean => {
  if (name === 'goods-receipt' || name === 'goods-issue') return true
  if (name === 'location-adjustment') return false
  if (name === 'arrival' && type === 'post') return false
  return !['review', 'refuse', 'resubmit'].includes(type)
}
