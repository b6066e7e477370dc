import { materials } from '../document/testing/small-company.ts'
import { testConformance } from '../document/conformance/conformance.ts'
import { asked, goods, stocked } from '../document/testing/main-job.ts'

const reason = { reason: '错发' }

testConformance('goods-issue', {
  async request(world, place, lines) {
    const wanted = goods(lines, materials.bolt)
    await stocked(world, place, wanted)
    const requisition = await asked(world, place, wanted)
    return {
      header: { recipient: '张三' },
      lines: wanted.map(({ quantity }, index) => ({ source: { id: requisition, lineNo: index + 1 }, quantity, bin: 'A-01' })),
    }
  },
  states: {
    picked: ['pick'],
    issued: ['issue'],
    rejected: ['issue', 'rejectAudit'],
    audited: ['issue', 'audit'],
    reversed: ['issue', 'reversePhysical'],
  },
  inputs: { rejectAudit: reason, reverse: reason, reversePhysical: reason },
  books: { moved: ['issue', 'audit'], post: 'post', reversal: ['reverse'] },
})
