import { ordered, type Goods, type Place } from '../../document/testing/ground.ts'
import type { World } from '../../document/testing/world.ts'

/**
 * A delivery note that the warehouse has confirmed.
 * @param more its header, and the order that its lines are of; without one, an order for them is made
 */
export async function announcedNote(
  world: World,
  place: Place,
  deliveryMode: 'warehouse' | 'direct',
  lines: readonly Goods[],
  { order: given, ...header }: { order?: string } & Record<string, unknown> = {},
): Promise<string> {
  const order = given ?? (await ordered(world, place, lines))
  const { id } = await world.create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode, ...header },
    lines: lines.map(({ quantity }, index) => ({
      source: { id: order, lineNo: index + 1 },
      quantity,
    })),
    actionAfterCreate: 'submit',
  })
  await world.act('delivery-note', id, 'confirm', { input: { appointmentSlot: '08:00-10:00' } })
  return id
}
