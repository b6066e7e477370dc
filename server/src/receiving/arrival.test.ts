import { testConformance } from '../document/conformance/conformance.ts'
import { announced, called, decided, goods } from '../document/testing/main-job.ts'
import type { World } from '../document/testing/world.ts'

const reason = { reason: '错收' }

/** So much of each line accepted and received. */
const receive = (quantity: string) => async (world: World, id: string) => {
  await world.act('arrival', id, 'confirm')
  const [notice] = await world.database.query<{ toId: string }>(
    `select distinct to_id from document_link where from_id = $1 and to_type = 'inspection-notice'`,
    [id],
  )
  await called(world, notice!.toId)
  await decided(world, notice!.toId)
  const { lines } = await world.read('arrival', id)
  await world.create('goods-receipt', {
    header: {},
    lines: lines.map((line) => ({ source: { id, lineNo: line.lineNo }, quantity, stockCategory: 'UU', bin: 'A-01' })),
    then: 'receive',
  })
}

testConformance('arrival', {
  async request(world, place, lines) {
    const note = await announced(world, place, goods(lines))
    return {
      header: { visualCheck: 'intact' },
      lines: goods(lines).map((_line, index) => ({ source: { id: note, lineNo: index + 1 }, bin: 'R-01' })),
    }
  },
  states: {
    arrived: ['confirm'],
    partlyReceived: receive('4'),
    received: receive('10'),
    reversed: ['confirm', 'reversePhysical'],
  },
  inputs: { reversePhysical: reason },
  books: { moved: ['confirm'], reversal: [] },
})
