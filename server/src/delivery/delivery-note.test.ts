import { testConformance } from '../document/conformance/conformance.ts'
import { goods, ordered } from '../document/testing/main-job.ts'
import type { World } from '../document/testing/world.ts'

const reason = { reason: '数量不符' }

/** An arrival of so much of each line of the note. */
const arrive = (quantity: string) => async (world: World, id: string) => {
  await world.act('delivery-note', id, 'submit')
  await world.act('delivery-note', id, 'confirm', { input: { appointmentSlot: '上午' } })
  const { lines } = await world.read('delivery-note', id)
  await world.create('arrival', {
    header: { visualCheck: 'intact' },
    lines: lines.map((line) => ({ source: { id, lineNo: line.lineNo }, quantity, bin: 'R-01' })),
    then: 'confirm',
  })
}

testConformance('delivery-note', {
  async request(world, place, lines) {
    const order = await ordered(world, place, goods(lines))
    return {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: goods(lines).map(({ quantity }, index) => ({ source: { id: order, lineNo: index + 1 }, quantity })),
    }
  },
  states: {
    submitted: ['submit'],
    returned: ['submit', 'returnForCorrection'],
    confirmed: ['submit', 'confirm'],
    partlyArrived: arrive('4'),
    arrived: arrive('10'),
    writtenOff: ['submit', 'confirm', 'writeOff'],
  },
  inputs: { confirm: { appointmentSlot: '上午' }, returnForCorrection: reason, writeOff: reason },
})
