import { rejectsReturn } from '@kufang/contract/acceptance/rejects-return.ts'
import { journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const handedOver = ['submit', 'handOver'] as const
const gone = [...handedOver, 'pickUp'] as const

const posting = postingJourney({
  moved: gone,
  reason: '数量录入错误',
  physical: { by: 'storekeeper', reason: '数量录入错误' },
})

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
    ...posting.acts,
  },
  reaches: {
    submitted: ['submit'],
    handedOver,
    pickedUp: gone,
    ...posting.reaches,
    reversed: [...handedOver, 'reversePhysical'],
  },
  milestones: {
    ...posting.milestones,
    exchanged: { course: 'exchanged', steps: gone },
  },
  books: posting.books,
})
