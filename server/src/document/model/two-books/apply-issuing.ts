import { demandOf } from './goods.ts'
import type { Answer, IssuingOperation } from './operation.ts'
import { moveGoods, newPaper } from './papers.ts'
import { goodsOf, poolsToIssue, poolTaken } from './pools.ts'
import { total, type Issue, type State } from './state.ts'
import { free, heldOf } from './sums.ts'

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
      for (const pool of poolsToIssue(goods)) {
        const taken = Math.min(Math.max(free(state, pool), 0), left)
        if (taken > 0) line.held[pool] = taken
        left -= taken
      }
    }
    request.lines.push(line)
  }
}

type Issuing = Extract<IssuingOperation, { type: 'issue' }>

function issue(state: State, { request: index, lines: wanted }: Issuing, id: string): void {
  const request = state.requests[index]!
  const lines = wanted.map((one) => {
    const { line, quantity } = one
    const asked = request.lines[line]!
    const pool = poolTaken(asked.demand, one.pool)
    const held = asked.held[pool] ?? 0
    const consumed = Math.min(held, quantity)
    asked.issued += quantity
    asked.held[pool] = held - consumed
    return { ...one, pool, consumed }
  })
  const paper = newPaper(state, 'goods-issue', id, 'moved')
  for (const [at, { pool: from, quantity }] of lines.entries()) {
    const goods = goodsOf(from)
    moveGoods(state, paper, { line: at + 1, goods, from, to: null, quantity, part: '03' })
  }
  state.issues.push({ paper, request: index, lines })
  for (const line of new Set(wanted.map((one) => one.line))) releaseRest(state, index, line)
}

/** What is held beyond a finished line is released; what was used of a hold is given back by a reversal all the same. */
function releaseRest(state: State, index: number, line: number): void {
  const asked = state.requests[index]!.lines[line]!
  if (asked.issued >= asked.quantity) asked.held = {}
}

/**
 * Returned pieces are held for the request again, up to its open quantity: first what was held before, then of each
 * kind of goods what else came back.
 */
export function holdAgain(state: State, { request: index, lines }: Issue): void {
  const request = state.requests[index]!
  for (const { line, pool, quantity, consumed } of lines) {
    const asked = request.lines[line]!
    asked.issued -= quantity
    asked.held[pool] = (asked.held[pool] ?? 0) + consumed
  }
  for (const line of new Set(lines.map((one) => one.line))) {
    const asked = request.lines[line]!
    const own = lines.filter((one) => one.line === line)
    const notRestored = total(own, ({ quantity, consumed }) => quantity - consumed)
    let missing = Math.min(asked.quantity - asked.issued - heldOf(asked), notRestored)
    for (const { pool, quantity, consumed } of own) {
      const again = Math.min(missing, free(state, pool), quantity - consumed)
      if (again <= 0) continue
      missing -= again
      asked.held[pool] = (asked.held[pool] ?? 0) + again
    }
  }
}
