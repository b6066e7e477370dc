import { testConformance } from '../document/conformance/conformance.ts'
import { arrived, called, goods } from '../document/testing/main-job.ts'
import type { World } from '../document/testing/world.ts'

/** Finds so many of each line's ten pieces bad, then decides. */
const decide = (rejected: string) => async (world: World, id: string) => {
  await world.database.query(
    `update inspection_order_line set rejected_quantity = $2, accepted_quantity = quantity - $2, defect_class = 'surface' where document_id = $1`,
    [id, rejected],
  )
  await world.act('inspection-order', id, 'decide')
}

testConformance('inspection-order', {
  async request(world, place, lines) {
    const { notice } = await arrived(world, place, goods(lines))
    await called(world, notice)
    return {
      header: { inspectionMethod: 'full' },
      lines: goods(lines).map(({ quantity }, index) => ({
        source: { id: notice, lineNo: index + 1 },
        quantity,
        acceptedQuantity: quantity,
        rejectedQuantity: '0',
      })),
    }
  },
  states: {
    qualified: ['decide'],
    partlyQualified: decide('3'),
    unqualified: decide('10'),
    withdrawn: ['decide', 'withdraw'],
  },
  inputs: { withdraw: { reason: '误判' } },
})
