import { kindOf } from './goods.ts'
import type { Answer, ReceivingOperation } from './operation.ts'
import { moveGoods, newPaper } from './papers.ts'
import { postLines } from './requests-of-arrivals.ts'
import { poolOf } from './pools.ts'
import type { State } from './state.ts'

/** Enters an accepted operation between the announcement of goods and their receipt. */
export function applyReceiving(state: State, operation: ReceivingOperation, answer: Answer): void {
  const { id } = answer
  switch (operation.type) {
    case 'announce': {
      const lines = operation.lines.map((line) => ({ ...line, arrived: 0 }))
      return void state.notes.push({ id, lines })
    }
    case 'arrive':
      return arrive(state, answer, operation)
    case 'draftArrival': {
      const { note, lines } = operation
      return void state.drafts.push({ id, note, lines, isOpen: true })
    }
    case 'confirmDraft': {
      const draft = state.drafts[operation.draft]!
      draft.isOpen = false
      return arrive(state, answer, draft)
    }
    case 'discardDraft':
      return void (state.drafts[operation.draft]!.isOpen = false)
    case 'decide': {
      const { arrival, lines } = operation
      decide(state, operation, 1)
      return void state.decisions.push({ id, arrival, lines, isWithdrawn: false })
    }
    case 'withdraw': {
      const decision = state.decisions[operation.decision]!
      decision.isWithdrawn = true
      return decide(state, decision, -1)
    }
    case 'receive':
      return receive(state, operation, id)
  }
}

type Arriving = Pick<State['drafts'][number], 'note' | 'lines'>

function arrive(state: State, { id, notice = '' }: Answer, { note: index, lines }: Arriving): void {
  const note = state.notes[index]!
  const paper = newPaper(state, 'arrival', id, 'arrived')
  const arrived = lines.map(({ line: noteLine, quantity, grams }, at) => {
    const { goods } = note.lines[noteLine]!
    note.lines[noteLine]!.arrived += quantity
    const { isInspected } = kindOf(goods)
    const to = poolOf(goods, 'QI')
    if (isInspected)
      moveGoods(state, paper, { line: at + 1, goods, from: null, to, quantity, part: '01' }, grams)
    const accepted = isInspected ? 0 : quantity
    return { noteLine, goods, quantity, accepted, rejected: 0, received: 0, blocked: 0 }
  })
  const arrival = { paper, notice, note: index, lines: arrived }
  state.arrivals.push(arrival)
  if (state.isPostedAtGate)
    postLines(
      state,
      arrival,
      paper.moves.map(({ line }) => line),
      null,
    )
}

type Deciding = Pick<Extract<ReceivingOperation, { type: 'decide' }>, 'arrival' | 'lines'>

function decide(state: State, { arrival, lines }: Deciding, sign: 1 | -1): void {
  for (const { line, accepted, rejected } of lines) {
    const one = state.arrivals[arrival]!.lines[line]!
    one.accepted += sign * accepted
    one.rejected += sign * rejected
  }
}

type Receiving = Extract<ReceivingOperation, { type: 'receive' }>

function receive(state: State, { arrival, lines }: Receiving, id: string): void {
  const paper = newPaper(state, 'goods-receipt', id, 'moved')
  for (const [at, { line, category, quantity }] of lines.entries()) {
    const one = state.arrivals[arrival]!.lines[line]!
    one[category === 'UU' ? 'received' : 'blocked'] += quantity
    const { goods } = one
    const { isInspected } = kindOf(goods)
    moveGoods(state, paper, {
      line: at + 1,
      goods,
      from: isInspected ? poolOf(goods, 'QI') : null,
      to: poolOf(goods, category),
      quantity,
      part: isInspected ? '04' : '01',
    })
  }
  state.receipts.push({ paper, arrival, lines })
}
