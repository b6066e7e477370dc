import { rejectsReturn } from '@kufang/contract/acceptance/rejects-return.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

const handedOver = ['submit', 'handOver'] as const
const gone = [...handedOver, 'pickUp'] as const
const approvedBack = ['requestReversal', 'approveReversal'] as const
const posted = [...gone, 'post', erpAnswers] as const

/** Rejected goods are handed out, signed for by the supplier, and posted; what he replaces he delivers again. */
export const rejectsReturnJourney = journeyOf(rejectsReturn, {
  start: {
    by: 'materialEngineer',
    from: { document: 'rejected-goods', steps: ['confirm'] },
    request: ({ proposed, course }) => ({
      header: {
        ...proposed.header,
        ...(course === 'exchanged' ? { settlement: 'exchange' } : {}),
        returnReason: '密封面划伤，不能修复',
      },
      lines: proposed.lines,
    }),
  },
  acts: {
    submit: { by: 'materialEngineer' },
    withdraw: { by: 'materialEngineer' },
    handOver: { by: 'storekeeper', input: { plateNo: '浙A·7K215' }, goods: 'moves' },
    pickUp: { by: 'supplier', input: { pickedUpBy: '供应商司机 王师傅' } },
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '数量录入错误' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '冲销理由不充分' } },
    reverse: { by: 'poster' },
    reversePhysical: { by: 'storekeeper', goods: 'undoes', input: { reason: '数量录入错误' } },
  },
  reaches: {
    submitted: ['submit'],
    handedOver,
    pickedUp: gone,
    reversalRequested: [...gone, 'requestReversal'],
    reversalApproved: [...gone, ...approvedBack],
    reversed: [...handedOver, 'reversePhysical'],
  },
  milestones: {
    posted,
    exchanged: { course: 'exchanged', steps: gone },
    reversedInErp: [...posted, ...approvedBack, 'reverse', erpAnswers],
  },
  books: { moved: gone, post: 'post', reversal: [...approvedBack, 'reverse'] },
})
