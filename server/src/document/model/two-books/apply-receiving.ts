import { kindOf } from './goods.ts'
import type { Answer, ReceivingOperation } from './operation.ts'
import { moveGoods, newPaper, takeBack } from './papers.ts'
import { postLines } from './requests-of-arrivals.ts'
import { poolOf } from './pools.ts'
import { isPostedNow, postWithDue } from './samples.ts'
import type { Sample, State } from './state.ts'

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
      const sample = decide(state, operation, answer)
      state.decisions.push({ id, arrival, lines, sample, isWithdrawn: false })
      if (sample !== null && isPostedNow(state, sample)) postWithDue(state, sample)
      return
    }
    case 'withdraw': {
      const decision = state.decisions[operation.decision]!
      decision.isWithdrawn = true
      const { sample } = decision
      if (sample !== null && sample.paper.state !== 'reversed') {
        bringBack(state, sample)
        takeBack(state, sample.paper)
      }
      return addDecided(state, decision, -1)
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
    return {
      noteLine,
      goods,
      quantity,
      accepted,
      rejected: 0,
      destroyed: 0,
      gone: 0,
      received: 0,
      blocked: 0,
    }
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

function addDecided(state: State, { arrival, lines }: Deciding, sign: 1 | -1): void {
  for (const { line, accepted, rejected, destroyed } of lines) {
    const one = state.arrivals[arrival]!.lines[line]!
    one.accepted += sign * accepted
    one.rejected += sign * rejected
    one.destroyed += sign * destroyed
  }
}

/** What was destroyed leaves the goods with a paper of its own. */
export function decide(
  state: State,
  deciding: Deciding,
  { sample: id = '' }: Pick<Answer, 'sample'>,
): Sample | null {
  addDecided(state, deciding, 1)
  const { arrival } = deciding
  const lines = deciding.lines
    .filter(({ destroyed }) => destroyed > 0)
    .map(({ line, destroyed }) => ({ line, quantity: destroyed }))
  if (lines.length === 0) return null
  const paper = newPaper(state, 'sample-withdrawal', id, 'reviewed')
  for (const [at, { line, quantity }] of lines.entries()) {
    const one = state.arrivals[arrival]!.lines[line]!
    const { goods } = one
    one.gone += quantity
    const from = poolOf(goods, 'QI')
    moveGoods(state, paper, { line: at + 1, goods, from, to: null, quantity, part: '03' })
  }
  const sample = { paper, arrival, lines }
  state.samples.push(sample)
  return sample
}

/** What was destroyed is there to be received again. */
export function bringBack(state: State, { arrival, lines }: Sample): void {
  for (const { line, quantity } of lines) state.arrivals[arrival]!.lines[line]!.gone -= quantity
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
