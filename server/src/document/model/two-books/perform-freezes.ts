import type { World } from '../../testing/world.ts'
import type { Ground } from './books.ts'
import { entered, kindOf } from './goods.ts'
import type { Answer, FreezeOperation } from './operation.ts'
import type { State } from './state.ts'

/** Performs an operation on a freeze as persons would. */
export async function performFreeze(
  world: World,
  { place }: Ground,
  state: State,
  operation: FreezeOperation,
): Promise<Answer> {
  if (operation.type === 'freeze')
    return world.create('freeze-order', {
      header: {
        plant: place.plant,
        storageLocation: place.storageLocation,
        freezeReason: operation.isSealed ? 'seal' : 'quality',
        releaseCondition: '试',
        holdUntil: '2099-01-01',
      },
      lines: operation.lines.map(({ goods, quantity }) => ({
        materialNo: kindOf(goods).materialNo,
        bin: 'A-01',
        quantity: entered(goods, quantity),
      })),
      actionAfterCreate: 'freeze',
    })
  const { id } = state.freezes[operation.freeze]!.paper
  if (operation.type === 'cancelFreeze')
    return world.act('freeze-order', id, 'cancel', { input: { reason: '试' } })
  return world.create('freeze-release', {
    header: { releaseGround: '试' },
    lines: operation.quantities.flatMap((quantity, index) =>
      quantity > 0 ? [{ source: { id, lineNo: index + 1 }, quantity: String(quantity) }] : [],
    ),
    actionAfterCreate: 'release',
  })
}
