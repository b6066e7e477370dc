import type { Goods } from './goods.ts'
import type { Answer, OwnerChange, TransferOperation } from './operation.ts'
import { moveGoods, newPaper, partsOf, takeBack, weighBack } from './papers.ts'
import { otherPlace, poolOf, type Pool } from './pools.ts'
import type { State, Transfer } from './state.ts'

/** Enters an accepted operation on a transfer. */
export function applyTransfer(state: State, operation: TransferOperation, { id }: Answer): void {
  const open = (line: { goods: Goods; quantity: number }) => ({
    ...line,
    inTransit: 0,
    received: 0,
  })
  switch (operation.type) {
    case 'transfer': {
      const paper = newPaper(state, 'transfer-order', id, 'approved')
      const { from, lines } = operation
      return void state.transfers.push({ paper, kind: 'twoStep', from, lines: lines.map(open) })
    }
    case 'transferAtOnce': {
      const paper = newPaper(state, 'transfer-order', id, 'ready')
      const { from, lines } = operation
      return void state.transfers.push({ paper, kind: 'oneStep', from, lines: lines.map(open) })
    }
    case 'changeOwner': {
      const paper = newPaper(state, 'transfer-order', id, 'ready')
      const { kind, quantity } = operation
      const lines = [open({ goods: owners[kind].from, quantity })]
      return void state.transfers.push({ paper, kind, from: 1, lines })
    }
    case 'ship':
    case 'carryOut':
    case 'receiveTransfer':
    case 'sendBack':
    case 'cancelTransfer':
      return proceed(state, operation)
  }
}

function proceed(state: State, operation: Extract<TransferOperation, { transfer: number }>): void {
  const transfer = state.transfers[operation.transfer]!
  switch (operation.type) {
    case 'ship':
      return ship(state, transfer)
    case 'carryOut':
      return carryOut(state, transfer)
    case 'receiveTransfer':
      return receive(state, transfer, operation.quantities)
    case 'sendBack':
      return sendBack(state, transfer)
    case 'cancelTransfer':
      return void (transfer.paper.state = 'cancelled')
  }
}

const transitOf = ({ from, lines }: Transfer, index: number) =>
  poolOf(lines[index]!.goods, 'IT', otherPlace(from))

/** Whose the goods were that change their owner, and whose they are then: of the same material. */
export const owners = {
  consignmentToOwn: { from: 'consigned', to: 'own' },
  projectToOwn: { from: 'project', to: 'own' },
  ownToProject: { from: 'own', to: 'project' },
} as const satisfies Record<OwnerChange, { from: Goods; to: Goods }>

/** Where goods lie at once that do not wait on the way. */
const endOf = ({ kind, from }: Transfer, goods: Goods): Pool =>
  kind === 'oneStep' || kind === 'twoStep'
    ? poolOf(goods, 'UU', otherPlace(from))
    : poolOf(owners[kind].to, 'UU')

function carryOut(state: State, transfer: Transfer): void {
  const { paper, from, lines } = transfer
  paper.state = 'reviewed'
  for (const [index, { goods, quantity }] of lines.entries())
    moveGoods(state, paper, {
      line: index + 1,
      goods,
      from: poolOf(goods, 'UU', from),
      to: endOf(transfer, goods),
      quantity,
      part: 'transfer',
    })
}

function ship(state: State, transfer: Transfer): void {
  const { paper, from, lines } = transfer
  paper.state = 'inTransit'
  for (const [index, line] of lines.entries()) {
    const { goods, quantity } = line
    line.inTransit = quantity
    moveGoods(state, paper, {
      line: index + 1,
      goods,
      from: poolOf(goods, 'UU', from),
      to: transitOf(transfer, index),
      quantity,
      part: 'removal',
    })
  }
}

/** Of what a line weighed when it left, the share of pieces that arrive after others of it; null if it weighed nothing. */
function shareOfArrived({ paper, lines }: Transfer, index: number, quantity: number) {
  const { quantity: sent, received } = lines[index]!
  const { grams } = paper.moves.find(
    ({ line, part }) => line === index + 1 && part === 'removal',
  )!.moved
  const upTo = (pieces: number) => Math.round((grams * pieces) / sent)
  return grams > 0 ? upTo(received + quantity) - upTo(received) : null
}

function receive(state: State, transfer: Transfer, quantities: readonly number[]): void {
  const { paper, from, lines } = transfer
  for (const [index, line] of lines.entries()) {
    const { goods } = line
    const quantity = quantities[index]!
    if (quantity === 0) continue
    const weighed = shareOfArrived(transfer, index, quantity)
    line.inTransit -= quantity
    line.received += quantity
    const move = {
      line: index + 1,
      goods,
      from: transitOf(transfer, index),
      to: poolOf(goods, 'UU', otherPlace(from)),
      quantity,
      part: 'placement',
    } as const
    moveGoods(state, paper, move, weighed)
  }
  paper.state = lines.every(({ inTransit }) => inTransit === 0) ? 'reviewed' : 'partlyReceived'
}

/** What did not arrive was not removed; if that is everything, nothing has happened. */
function sendBack(state: State, { paper, lines }: Transfer): void {
  if (lines.every(({ received }) => received === 0)) {
    takeBack(state, paper)
    for (const line of lines) line.inTransit = 0
    return
  }
  const moves = paper.moves.filter(({ part }) => part === 'removal')
  const back = partsOf(
    { moves },
    lines.map(({ inTransit }) => inTransit),
  )
  const weighed = weighBack(state, back)
  for (const [index, removal] of moves.toReversed().entries()) {
    removal.quantity -= back[index]!.quantity
    removal.grams -= weighed?.[index] ?? 0
  }
  for (const line of lines) line.inTransit = 0
  paper.state = 'reviewed'
}
