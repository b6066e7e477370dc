import type { World } from '../../testing/world.ts'
import type { Ground } from './books.ts'
import { demandOf, entered, kindOf } from './goods.ts'
import type { Answer, IssuingOperation } from './operation.ts'
import { binOf, goodsOf } from './pools.ts'
import type { State } from './state.ts'

/** Requests or issues goods as persons would. */
export async function performIssuing(
  world: World,
  ground: Ground,
  state: State,
  operation: IssuingOperation,
): Promise<Answer> {
  if (operation.type === 'ask') return ask(world, ground, operation)
  const { id } = state.requests[operation.request]!
  return world.create('goods-issue', {
    header: { recipient: '张三' },
    lines: operation.lines.map(({ line, pool, quantity }) => {
      const { specialStock, reference } = kindOf(goodsOf(pool))
      return {
        source: { id, lineNo: line + 1 },
        quantity: String(quantity),
        bin: binOf(pool),
        finalIssue: 'open',
        stockReason: '试',
        ...(specialStock === '' ? {} : { specialStock, specialStockReference: reference }),
      }
    }),
    actionAfterCreate: 'issue',
  })
}

async function ask(
  world: World,
  ground: Ground,
  { lines }: Extract<IssuingOperation, { type: 'ask' }>,
): Promise<Answer> {
  const { id } = await world.create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
    lines: lines.map(({ demand, quantity }) => {
      const { account, item, takes } = demandOf(demand)
      return {
        source: { id: ground.reservations[account], lineNo: item },
        quantity: entered(takes[0]!, quantity),
      }
    }),
    actionAfterCreate: 'submit',
  })
  // If another transaction took the pieces between proposal and hold, or froze their place, try again as a person would.
  for (let tries = 1; ; tries += 1) {
    try {
      return await world.act('requisition', id, 'approve')
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (tries === 5 || !['stock-short', 'stock-frozen'].includes(code)) throw error
    }
  }
}
