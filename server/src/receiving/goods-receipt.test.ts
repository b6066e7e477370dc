import { testConformance } from '../document/conformance/conformance.ts'
import { accepted, goods } from '../document/testing/main-job.ts'

const reason = { reason: '错收' }
const posted = ['receive', 'audit', 'post', 'send'] as const

testConformance('goods-receipt', {
  async request(world, place, lines) {
    const arrival = await accepted(world, place, goods(lines))
    return {
      header: {},
      lines: goods(lines).map(({ quantity }, index) => ({ source: { id: arrival, lineNo: index + 1 }, quantity, stockCategory: 'UU', bin: 'A-01' })),
    }
  },
  states: {
    received: ['receive'],
    rejected: ['receive', 'rejectAudit'],
    audited: ['receive', 'audit'],
    reversalRequested: [...posted, 'requestReversal'],
    reversalApproved: [...posted, 'requestReversal', 'approveReversal'],
    reversed: ['receive', 'reversePhysical'],
  },
  inputs: { rejectAudit: reason, requestReversal: reason, refuseReversal: reason },
  books: { moved: ['receive', 'audit'], post: 'post', reversal: ['requestReversal', 'approveReversal', 'reverse'] },
})
