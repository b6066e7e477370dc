import type { Answer, TransferOperation } from './operation.ts'
import { moveGoods, newPaper, partsOf, takeBack, weighBack } from './papers.ts'
import { otherPlace, poolOf, type State, type Transfer } from './state.ts'

/** Enters an accepted operation on a transfer. */
export function applyTransfer(state: State, operation: TransferOperation, { id }: Answer): void {
  if (operation.type === 'transfer') {
    const paper = newPaper(state, 'transfer-order', id, 'approved')
    const lines = operation.lines.map((line) => ({ ...line, inTransit: 0, received: 0 }))
    return void state.transfers.push({ paper, from: operation.from, lines })
  }
  const transfer = state.transfers[operation.transfer]!
  switch (operation.type) {
    case 'ship':
      return ship(state, transfer)
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
