import { materials } from '../document/testing/small-company.ts'
import { testConformance } from '../document/conformance/conformance.ts'
import { goods, reserved, stocked } from '../document/testing/main-job.ts'
import type { World } from '../document/testing/world.ts'

const reason = { reason: '不再需要' }

/** Approved, and so much of each line handed out. */
const issue = (quantity: string) => async (world: World, id: string) => {
  await world.act('requisition', id, 'submit')
  await world.act('requisition', id, 'approve')
  const { lines } = await world.read('requisition', id)
  await world.create('goods-issue', {
    header: { recipient: '张三' },
    lines: lines.map((line) => ({ source: { id, lineNo: line.lineNo }, quantity, bin: 'A-01' })),
    then: 'issue',
  })
}

testConformance('requisition', {
  async request(world, place, lines) {
    const wanted = goods(lines, materials.bolt)
    await stocked(world, place, wanted)
    const reservation = await reserved(world, place, wanted)
    return {
      header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
      lines: wanted.map(({ quantity }, index) => ({ source: { id: reservation, lineNo: index + 1 }, quantity })),
    }
  },
  states: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    approved: ['submit', 'approve'],
    partlyIssued: issue('4'),
    issued: issue('10'),
    writtenOff: ['submit', 'approve', 'writeOff'],
  },
  inputs: { refuse: reason, writeOff: reason },
})
