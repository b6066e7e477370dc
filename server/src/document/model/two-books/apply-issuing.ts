import { demandOf } from './goods.ts'
import type { Answer, IssuingOperation } from './operation.ts'
import { moveGoods, newPaper } from './papers.ts'
import { free, heldOf, poolOf, total, type Issue, type State } from './state.ts'

/** Enters an accepted requisition or issue. */
export function applyIssuing(state: State, operation: IssuingOperation, { id }: Answer): void {
  if (operation.type === 'issue') return issue(state, operation, id)
  // Held in the request, so that the next line finds less.
  const request: State['requests'][number] = { id, lines: [] }
  state.requests.push(request)
  for (const { demand, quantity } of operation.lines) {
    const line: (typeof request.lines)[number] = { demand, quantity, issued: 0, held: {} }
    let left = quantity
    for (const goods of demandOf(demand).takes) {
      const taken = Math.min(Math.max(free(state, poolOf(goods, 'UU')), 0), left)
      if (taken > 0) line.held[goods] = taken
      left -= taken
    }
    request.lines.push(line)
  }
}

type Issuing = Extract<IssuingOperation, { type: 'issue' }>

function issue(state: State, { request: index, lines: wanted }: Issuing, id: string): void {
  const request = state.requests[index]!
  const lines = wanted.map((one) => {
    const { line, goods, quantity } = one
    const asked = request.lines[line]!
    const held = asked.held[goods] ?? 0
    const consumed = Math.min(held, quantity)
    asked.issued += quantity
    asked.held[goods] = held - consumed
    return { ...one, consumed }
  })
  // What is held beyond a finished line is released.
  for (const { line } of wanted) {
    const asked = request.lines[line]!
    if (asked.issued === asked.quantity) asked.held = {}
  }
  const paper = newPaper(state, 'goods-issue', id, 'moved')
  for (const [at, { goods, quantity }] of wanted.entries()) {
    const from = poolOf(goods, 'UU')
    moveGoods(state, paper, { line: at + 1, goods, from, to: null, quantity, part: '03' })
  }
  state.issues.push({ paper, request: index, lines })
}

/**
 * Returned pieces are held for the request again, up to its open quantity: first what was held before, then of each
 * kind of goods what else came back.
 */
export function holdAgain(state: State, { request: index, lines }: Issue): void {
  const request = state.requests[index]!
  for (const { line, goods, quantity, consumed } of lines) {
    const asked = request.lines[line]!
    asked.issued -= quantity
    asked.held[goods] = (asked.held[goods] ?? 0) + consumed
  }
  for (const line of new Set(lines.map((one) => one.line))) {
    const asked = request.lines[line]!
    const own = lines.filter((one) => one.line === line)
    const notRestored = total(own, ({ quantity, consumed }) => quantity - consumed)
    let missing = Math.min(asked.quantity - asked.issued - heldOf(asked), notRestored)
    for (const { goods, quantity, consumed } of own) {
      const again = Math.min(missing, free(state, poolOf(goods, 'UU')), quantity - consumed)
      if (again <= 0) continue
      missing -= again
      asked.held[goods] = (asked.held[goods] ?? 0) + again
    }
  }
}
