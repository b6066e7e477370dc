import { demandNames, demandOf, goodsNames, kindOf, plannedGrams, type Goods } from './goods.ts'
import type {
  CountOperation,
  Found,
  FreezeOperation,
  IssuingOperation,
  Operation,
  ReceivingOperation,
  TransferOperation,
} from './operation.ts'
import { isOnTheWay, transferMay } from './rules-of-goods.ts'
import { oneOf, pieces, position, several, stepOf, type Random } from './random.ts'
import {
  announced,
  asked,
  categoryOf,
  free,
  goodsOf,
  heldOfNote,
  physical,
  placeOf,
  poolOf,
  pools,
  weight,
  type Count,
  type Paper,
  type Place,
  type State,
} from './state.ts'

// Random operations that move goods, of one to four lines.

// oxlint-disable-next-line max-lines-per-function -- one branch per operation
export function drawReceiving(
  state: State,
  random: Random,
  type: ReceivingOperation['type'],
  isBold: boolean,
): Operation | null {
  switch (type) {
    case 'announce': {
      const left = (goods: Goods) => kindOf(goods).ordered - announced(state, goods)
      const open = goodsNames.filter((goods) => isBold || left(goods) > 0)
      if (open.length === 0) return null
      const lines = several(random, open, 4).map((goods) => ({
        goods,
        quantity: pieces(random, left(goods), isBold, stepOf(goods)),
      }))
      return { type, lines }
    }
    case 'arrive':
    case 'draftArrival': {
      const note = position(random, state.notes.length)
      if (note === null) return null
      const open = state.notes[note]!.lines.flatMap(({ goods, quantity, arrived }, line) => {
        const left = quantity - arrived - heldOfNote(state, note, line)
        return isBold || left > 0 ? [{ line, goods, left }] : []
      })
      if (open.length === 0) return null
      const lines = several(random, open, 4).map(({ line, goods, left }) => ({
        line,
        ...weighed(random, goods, pieces(random, left, isBold, stepOf(goods))),
      }))
      return { type, note, lines }
    }
    case 'confirmDraft':
    case 'discardDraft': {
      const draft = position(random, state.drafts.length)
      return draft === null ? null : { type, draft }
    }
    case 'decide': {
      const inspected = state.arrivals.flatMap(({ lines }, index) =>
        lines.some(({ goods }) => kindOf(goods).isInspected) ? [index] : [],
      )
      if (inspected.length === 0) return null
      const arrival = oneOf(random, inspected)
      const open = state.arrivals[arrival]!.lines.flatMap(
        ({ goods, quantity, accepted, rejected }, line) => {
          const left = quantity - accepted - rejected
          return kindOf(goods).isInspected && (isBold || left > 0) ? [{ line, left }] : []
        },
      )
      if (open.length === 0) return null
      const lines = several(random, open, 2).map(({ line, left }) => {
        const decided = pieces(random, left, isBold)
        const rejected = Math.min(decided, Math.floor(random() * 5))
        return { line, accepted: decided - rejected, rejected }
      })
      return { type, arrival, lines }
    }
    case 'withdraw': {
      const decision = position(random, state.decisions.length)
      return decision === null ? null : { type, decision }
    }
    case 'receive': {
      const arrival = position(random, state.arrivals.length)
      if (arrival === null) return null
      const open = state.arrivals[arrival]!.lines.flatMap((one, line) =>
        (['UU', 'BL'] as const).flatMap((category) => {
          const { goods, accepted, rejected, received, blocked } = one
          const left = category === 'UU' ? accepted - received : rejected - blocked
          return left > 0 || (isBold && category === 'UU') ? [{ line, category, goods, left }] : []
        }),
      )
      if (open.length === 0) return null
      const lines = several(random, open, 5).map(({ line, category, goods, left }) => ({
        line,
        category,
        quantity: pieces(random, left, isBold, stepOf(goods)),
      }))
      return { type, arrival, lines }
    }
  }
}

export function drawIssuing(
  state: State,
  random: Random,
  type: IssuingOperation['type'],
  isBold: boolean,
): Operation | null {
  if (type === 'ask') {
    const { account } = demandOf(oneOf(random, demandNames))
    const open = demandNames.filter((name) => {
      const { foreseen, account: own } = demandOf(name)
      return own === account && (isBold || foreseen - asked(state, name) > 0)
    })
    if (open.length === 0) return null
    const lines = several(random, open, 4).map((demand) => {
      const { foreseen, takes } = demandOf(demand)
      const left = foreseen - asked(state, demand)
      return { demand, quantity: pieces(random, left, isBold, stepOf(takes[0]!)) }
    })
    return { type, lines }
  }
  const request = position(random, state.requests.length)
  if (request === null) return null
  const found = state.requests[request]!.lines.flatMap(({ demand, quantity, issued, held }, line) =>
    goodsFor(random, demandOf(demand).takes).flatMap((goods) => {
      const left = Math.min(
        quantity - issued,
        (held[goods] ?? 0) + free(state, poolOf(goods, 'UU')),
      )
      return isBold || left > 0 ? [{ line, goods, left }] : []
    }),
  )
  if (found.length === 0) return null
  const lines = several(random, found, 5).map(({ line, goods, left }) => ({
    line,
    goods,
    quantity: pieces(random, left, isBold, stepOf(goods)),
  }))
  return { type, request, lines }
}

/** What a demand may take, sometimes of the same material what it may not. */
function goodsFor(random: Random, takes: readonly Goods[]): readonly Goods[] {
  if (random() < 0.95) return takes
  const { materialNo } = kindOf(takes[0]!)
  return goodsNames.filter((name) => kindOf(name).materialNo === materialNo)
}

export function drawStock(
  state: State,
  random: Random,
  type: (TransferOperation | CountOperation | FreezeOperation)['type'],
  isBold: boolean,
): Operation | null {
  switch (type) {
    case 'transfer': {
      const from: Place = random() < 0.7 ? 1 : 2
      const there = ownGoods.filter((goods) => isBold || free(state, poolOf(goods, 'UU', from)) > 0)
      if (there.length === 0) return null
      const lines = several(random, there, 3).map((goods) => {
        const left = free(state, poolOf(goods, 'UU', from))
        const isWhole = !isBold && random() < 0.5
        return { goods, quantity: isWhole ? left : pieces(random, left, isBold, stepOf(goods)) }
      })
      return { type, from, lines }
    }
    case 'ship':
    case 'sendBack':
    case 'cancelTransfer':
    case 'receiveTransfer':
      return drawOfTransfer(state, random, type, isBold)
    case 'freeze':
      return drawFreeze(state, random, isBold)
    case 'cancelFreeze':
    case 'releaseFreeze':
      return drawOfFreeze(state, random, type, isBold)
    case 'startCount': {
      const place: Place = random() < 0.75 ? 1 : 2
      const there = pools.filter(
        (pool) =>
          placeOf(pool) === place &&
          ['UU', 'BL'].includes(categoryOf(pool)) &&
          physical(state, pool) > 0,
      )
      return there.length === 0 ? null : { type, pools: several(random, there, 4) }
    }
    case 'enterCount':
    case 'enterRecount':
    case 'explainCount':
    case 'reviewCount':
    case 'refuseCount':
    case 'writeOffCount':
    case 'cancelCount':
    case 'takeBackCount':
      return drawOfCount(state, random, type, isBold)
  }
}

/** Goods in doubt are those that arrive without inspection: others are blocked by it, in a bin of their own. */
function drawFreeze(state: State, random: Random, isBold: boolean): Operation | null {
  const isSealed = random() < 0.4
  const there = ownGoods.filter(
    (goods) =>
      (isSealed || !kindOf(goods).isInspected) && (isBold || free(state, poolOf(goods, 'UU')) > 0),
  )
  if (there.length === 0) return null
  const lines = several(random, there, 3).map((goods) => {
    const left = Math.max(free(state, poolOf(goods, 'UU')), 0)
    return { goods, quantity: pieces(random, left, isBold, stepOf(goods)) }
  })
  return { type: 'freeze', isSealed, lines }
}

function drawOfFreeze(
  state: State,
  random: Random,
  type: 'cancelFreeze' | 'releaseFreeze',
  isBold: boolean,
): Operation | null {
  const freeze = positionOf(random, state.freezes, isBold, ({ paper }) =>
    (statesFor[type] as readonly Paper['state'][]).includes(paper.state),
  )
  if (freeze === null) return null
  if (type === 'cancelFreeze') return { type, freeze }
  const isWhole = random() < 0.3
  const quantities = state.freezes[freeze]!.lines.map(({ quantity, released }) => {
    const left = quantity - released
    return isWhole && !isBold ? left : Math.floor(random() * (left + (isBold ? 3 : 1)))
  })
  return quantities.every((quantity) => quantity === 0) ? null : { type, freeze, quantities }
}

function drawOfTransfer(
  state: State,
  random: Random,
  type: Exclude<TransferOperation['type'], 'transfer'>,
  isBold: boolean,
): Operation | null {
  const transfer = positionOf(random, state.transfers, isBold, ({ paper }) =>
    (statesFor[type] as readonly Paper['state'][]).includes(paper.state),
  )
  if (transfer === null) return null
  // What does not arrive is reported before it is decided about: a decision that is refused would leave the report.
  const isReported = type === 'sendBack' && isOnTheWay(state.transfers[transfer]!.paper)
  if (isReported && !transferMay(state, { type, transfer })) return null
  if (type !== 'receiveTransfer') return { type, transfer }
  const isWhole = random() < 0.25
  const quantities = state.transfers[transfer]!.lines.map(({ inTransit }) =>
    isWhole && !isBold ? inTransit : Math.ceil(random() * (inTransit + (isBold ? 3 : 0)) * 0.7),
  )
  return { type, transfer, quantities }
}

function drawOfCount(
  state: State,
  random: Random,
  type: Exclude<CountOperation['type'], 'startCount'>,
  isBold: boolean,
): Operation | null {
  const count = positionOf(random, state.counts, isBold, ({ paper }) =>
    (statesFor[type] as readonly Paper['state'][]).includes(paper.state),
  )
  if (count === null) return null
  const { lines } = state.counts[count]!
  if (type === 'takeBackCount') {
    const quantities = lines.map(({ adjusted }) =>
      Math.floor(random() * (adjusted + (isBold && adjusted > 0 ? 3 : 1))),
    )
    return { type, count, quantities }
  }
  if (type !== 'enterCount' && type !== 'enterRecount') return { type, count }
  const found = lines.map((line) => foundOf(state, random, line))
  return { type, count, found }
}

/** Mostly one that the operation is meant for. */
function positionOf<T>(
  random: Random,
  list: readonly T[],
  isBold: boolean,
  isMeant: (one: T) => boolean,
): number | null {
  const all = [...list.keys()]
  const fit = isBold ? all : all.filter((index) => isMeant(list[index]!))
  const index = position(random, fit.length)
  return index === null ? null : fit[index]!
}

const statesFor = {
  ship: ['approved'],
  receiveTransfer: ['inTransit', 'partlyReceived'],
  sendBack: ['inTransit', 'partlyReceived'],
  cancelTransfer: ['approved'],
  cancelFreeze: ['reviewed'],
  releaseFreeze: ['reviewed', 'partlyReleased'],
  enterCount: ['counting'],
  enterRecount: ['differing'],
  explainCount: ['differing'],
  reviewCount: ['handled', 'toDirector'],
  refuseCount: ['handled', 'toDirector'],
  writeOffCount: ['counted', 'handled', 'toDirector'],
  cancelCount: ['counting', 'differing'],
  takeBackCount: ['reversalApproved'],
} as const satisfies Record<string, readonly Paper['state'][]>

/** Only own stock is transferred and frozen. */
const ownGoods = goodsNames.filter((name) => kindOf(name).specialStock === '')

/** Pieces that weigh up to four percent more or less than planned. */
function weighed(random: Random, goods: Goods, quantity: number) {
  const planned = plannedGrams(goods, quantity)
  const grams = planned === null ? null : Math.round(planned * (0.96 + 0.08 * random()))
  return { quantity, grams }
}

/** What is found of stock: often what the books say now, sometimes of the weight alone. */
function foundOf(state: State, random: Random, { pool }: Count['lines'][number]): Found {
  const [book, bookGrams] = [physical(state, pool), weight(state, pool)]
  const isRight = random() < 0.45
  const found = isRight ? book : Math.max(book + Math.floor(random() * 9) - 4, 0)
  if (found === book && random() < 0.7) return { found, foundGrams: bookGrams }
  return { found, foundGrams: weighed(random, goodsOf(pool), found).grams ?? 0 }
}
