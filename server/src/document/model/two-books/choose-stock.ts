import type { Random } from '../../../platform/testing/random.ts'
import { owners } from './apply-transfers.ts'
import { kindOf } from './goods.ts'
import type {
  CountOperation,
  Found,
  FreezeOperation,
  Operation,
  OwnerChange,
  TransferOperation,
} from './operation.ts'
import { categoryOf, goodsOf, ownGoods, placeOf, poolOf, pools, type Place } from './pools.ts'
import { oneOf, pieces, position, several, stepOf, weighed } from './random.ts'
import { isOnTheWay, transferMay } from './rules-of-goods.ts'
import type { Count, Paper, State } from './state.ts'
import { free, physical, weight } from './sums.ts'

// Random operations on goods that lie there: they are transferred, frozen and counted.

export function drawStock(
  state: State,
  random: Random,
  type: (TransferOperation | CountOperation | FreezeOperation)['type'],
  isBold: boolean,
): Operation | null {
  switch (type) {
    case 'transfer':
    case 'transferAtOnce': {
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
    case 'changeOwner': {
      const left = (one: OwnerChange) => free(state, poolOf(owners[one].from, 'UU'))
      const there = ownerChanges.filter((one) => isBold || left(one) > 0)
      if (there.length === 0) return null
      const kind = oneOf(random, there)
      return { type, kind, quantity: pieces(random, left(kind), isBold) }
    }
    case 'ship':
    case 'carryOut':
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

const ownerChanges = Object.keys(owners) as OwnerChange[]

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
  type: Extract<TransferOperation, { transfer: number }>['type'],
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
export function positionOf<T>(
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
  carryOut: ['ready'],
  receiveTransfer: ['inTransit', 'partlyReceived'],
  sendBack: ['inTransit', 'partlyReceived'],
  cancelTransfer: ['approved', 'ready'],
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

/** What is found of stock: often what the books say now, sometimes of the weight alone. */
function foundOf(state: State, random: Random, { pool }: Count['lines'][number]): Found {
  const [book, bookGrams] = [physical(state, pool), weight(state, pool)]
  const isRight = random() < 0.45
  const found = isRight ? book : Math.max(book + Math.floor(random() * 9) - 4, 0)
  if (found === book && random() < 0.7) return { found, foundGrams: bookGrams }
  return { found, foundGrams: weighed(random, goodsOf(pool), found).grams ?? 0 }
}
