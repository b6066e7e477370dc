import type { World } from '../../testing/world.ts'
import type { Ground } from './books.ts'
import { isDiffering } from './apply-counts.ts'
import { inKilograms, kindOf } from './goods.ts'
import type { Answer, CountOperation, Found } from './operation.ts'
import { binOf, categoryOf, goodsOf, placeOf, type Pool } from './pools.ts'
import type { Count, State } from './state.ts'

const name = 'stocktaking'
const reason = { input: { reason: '试' } }

/** Performs an operation on a stocktaking order as persons would. */
export async function performCount(
  world: World,
  ground: Ground,
  state: State,
  operation: CountOperation,
): Promise<Answer> {
  if (operation.type === 'startCount') return start(world, ground, operation.pools)
  const { paper, lines } = state.counts[operation.count]!
  const { id } = paper
  switch (operation.type) {
    case 'enterCount':
      return world.act(name, id, 'count', { lines: found(lines, operation.found, 'counted') })
    case 'enterRecount':
      return world.act(name, id, 'recount', { lines: found(lines, operation.found, 'recounted') })
    case 'explainCount': {
      const explained = lines.flatMap((line, index) =>
        isDiffering(line) ? [{ lineNo: index + 1, differenceReason: 'missingTransaction' }] : [],
      )
      await world.act(name, id, 'explain', { lines: explained })
      const { header } = await world.read(name, id)
      return { id, needsDirector: header['needsDirector'] !== 'notNeeded' }
    }
    case 'reviewCount':
      return world.act(name, id, paper.state === 'toDirector' ? 'reviewDirector' : 'review')
    case 'refuseCount':
      return world.act(name, id, paper.state === 'toDirector' ? 'refuseDirector' : 'refuse', reason)
    case 'writeOffCount':
      return world.act(name, id, writeOffs[paper.state] ?? 'writeOff')
    case 'cancelCount':
      return world.act(name, id, 'cancel', reason)
    case 'takeBackCount': {
      const back = operation.quantities.flatMap((quantity, index) =>
        lines[index]!.adjusted === 0 ? [] : [{ lineNo: index + 1, quantityBack: String(quantity) }],
      )
      return world.act(name, id, 'reversePart', { lines: back })
    }
  }
}

const writeOffs: Readonly<Record<string, string>> = {
  handled: 'writeOffDifferences',
  toDirector: 'writeOffDirector',
}

async function start(
  world: World,
  { place, second }: Ground,
  pools: readonly Pool[],
): Promise<Answer> {
  const { plant, storageLocation } = placeOf(pools[0]!) === 1 ? place : second
  return world.create(name, {
    header: { plant, storageLocation, countType: 'cycle' },
    lines: pools.map((pool) => {
      const { materialNo, specialStock, reference } = kindOf(goodsOf(pool))
      return {
        materialNo,
        bin: binOf(pool),
        stockCategory: categoryOf(pool),
        ...(specialStock === '' ? {} : { specialStock, specialStockReference: reference }),
      }
    }),
    actionAfterCreate: 'start',
  })
}

const found = (lines: Count['lines'], entered: readonly Found[], field: 'counted' | 'recounted') =>
  lines.map(({ pool }, index) => ({
    lineNo: index + 1,
    [`${field}Quantity`]: String(entered[index]!.found),
    [`${field}SecondQuantity`]:
      kindOf(goodsOf(pool)).second === undefined || entered[index]!.found === 0
        ? null
        : inKilograms(entered[index]!.foundGrams),
  }))
