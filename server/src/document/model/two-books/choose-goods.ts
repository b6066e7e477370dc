import type { Random } from '../../../platform/testing/random.ts'
import { demandNames, demandOf, goodsNames, kindOf, type Goods } from './goods.ts'
import type { IssuingOperation, Operation, ReceivingOperation } from './operation.ts'
import { goodsOf, poolsToIssue } from './pools.ts'
import { oneOf, pieces, position, several, stepOf, weighed } from './random.ts'
import type { State } from './state.ts'
import { announced, asked, free, heldOfNote } from './sums.ts'

// Random operations with which goods arrive and are issued, of one to four lines.

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
        ({ goods, quantity, accepted, rejected, destroyed }, line) => {
          const left = quantity - accepted - rejected - destroyed
          return kindOf(goods).isInspected && (isBold || left > 0) ? [{ line, left }] : []
        },
      )
      if (open.length === 0) return null
      const lines = several(random, open, 2).map(({ line, left }) => {
        const decided = pieces(random, left, isBold)
        const rejected = Math.min(decided, Math.floor(random() * 5))
        const most = decided - rejected
        const isAll = random() < 0.1
        const destroyed = isAll ? most : Math.min(most, Math.max(0, Math.floor(random() * 5) - 2))
        return { line, accepted: most - destroyed, rejected, destroyed }
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
    goodsFor(random, demandOf(demand).takes)
      .flatMap(poolsToIssue)
      .flatMap((pool) => {
        const left = Math.min(quantity - issued, (held[pool] ?? 0) + free(state, pool))
        return isBold || left > 0 ? [{ line, pool, left }] : []
      }),
  )
  if (found.length === 0) return null
  const lines = several(random, found, 5).map(({ line, pool, left }) => ({
    line,
    pool,
    quantity: pieces(random, left, isBold, stepOf(goodsOf(pool))),
  }))
  return { type, request, lines }
}

/** What a demand may take, sometimes of the same material what it may not. */
function goodsFor(random: Random, takes: readonly Goods[]): readonly Goods[] {
  if (random() < 0.95) return takes
  const { materialNo } = kindOf(takes[0]!)
  return goodsNames.filter((name) => kindOf(name).materialNo === materialNo)
}
