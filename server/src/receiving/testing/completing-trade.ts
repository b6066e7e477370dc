import { called, decided } from '../../document/testing/core-flow.ts'
import type { Place } from '../../document/testing/ground.ts'
import { materials } from '../../document/testing/small-company.ts'
import type { World } from '../../document/testing/world.ts'
import { worldWalker } from '../../document/testing/world-walker.ts'
import { linesFrom, makeOver } from '../../document/journey/walk.ts'

/** What tests of "delivery completed" use. */
export function completingTrade(world: () => World) {
  /** Goods of an order accepted on an arrival of their own; the arrival's id. */
  async function acceptedOf(order: string, place: Place, quantity: string): Promise<string> {
    const walker = worldWalker(world(), place)
    const over = await linesFrom(walker, 'purchase-order', order)
    const note = await makeOver(
      walker,
      'delivery-note',
      over.map((line) => ({ ...line, quantity })),
      ['submit', 'confirm'],
    )
    const lines = await linesFrom(walker, 'delivery-note', note)
    const arrival = await makeOver(walker, 'arrival', lines, ['confirm'])
    const notice = await walker.successorOf('arrival', arrival, 'inspection-notice')
    if (notice !== undefined) {
      await called(world(), notice)
      await decided(world(), notice)
    }
    return arrival
  }

  /** A receipt of line 1 of an arrival, not reviewed yet. */
  async function received(
    arrival: string,
    quantity: string,
    more: Record<string, unknown> = {},
  ): Promise<string> {
    const { id } = await world().create('goods-receipt', {
      header: {},
      lines: [
        {
          source: { id: arrival, lineNo: 1 },
          quantity,
          stockCategory: 'UU',
          bin: 'A-01',
          ...more,
        },
      ],
      actionAfterCreate: 'receive',
    })
    return id
  }

  const completionOf = async (receipt: string) =>
    (await world().read('goods-receipt', receipt)).lines.map((line) => line['deliveryCompletion'])

  async function post(receipt: string): Promise<void> {
    await world().act('goods-receipt', receipt, 'review')
    await world().act('goods-receipt', receipt, 'post')
    await world().send()
  }

  let seen = 0
  /** Movement type and mark of the items sent since the last call. */
  function sent(): [unknown, boolean][] {
    const items = world()
      .erp.documents.slice(seen)
      .flatMap((document) => document.items)
    seen = world().erp.documents.length
    return items.map((item) => [item['GoodsMovementType'], item['IsCompletelyDelivered'] === true])
  }

  /** Without inspection the receipt itself posts 101. */
  const inspects = (isOn: boolean) =>
    world().database.query(`update material set needs_inspection = $1 where material_no = $2`, [
      isOn,
      materials.bolt,
    ])

  return { acceptedOf, received, completionOf, post, sent, inspects }
}
