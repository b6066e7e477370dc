import { zeroValueReceipt } from '@kufang/contract/acceptance/zero-value-receipt.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { journeyOf, type ActedLine } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'
import { numbersOfSeries } from '../document/journey/serial-numbers.ts'

/** Where the spares are put, what they weigh, and the numbers on their plates. */
const putAway = ({ proposedBin, secondQuantity, isNumbered, quantity }: ActedLine) => ({
  bin: proposedBin,
  ...(secondQuantity === null ? {} : { secondQuantity }),
  ...(isNumbered === true
    ? {
        serialNumbers: numbersOfSeries(`LJ${newId().slice(-8).toUpperCase()}`, Number(quantity)),
      }
    : {}),
})

const posting = postingJourney({
  moved: ['receive', 'review'],
  requestedWhen: 'posted',
  reason: '数量录入错误',
  physical: { by: 'storekeeper', reason: '数量录入错误' },
})

/** Surplus spares that a packing check found are put into a bin, reviewed and posted. */
export const zeroValueReceiptJourney = journeyOf(zeroValueReceipt, {
  madeBy: { document: 'packing-check', steps: { course: 'some surplus', steps: ['confirm'] } },
  acts: {
    receive: { by: 'storekeeper', lines: putAway, goods: 'moves' },
    review: { by: 'shiftLeader' },
    refuse: { by: 'shiftLeader', input: { reason: '实物与名称不符' } },
    resubmit: { by: 'storekeeper', input: { correction: '已核对铭牌' } },
    ...posting.acts,
    cancel: { by: 'storekeeper', input: { reason: '供应商取回多余备件' } },
  },
  reaches: {
    received: ['receive'],
    rejected: ['receive', 'refuse'],
    reviewed: ['receive', 'review'],
    ...posting.reaches,
    reversed: ['receive', 'reversePhysical'],
    cancelled: ['cancel'],
  },
  milestones: posting.milestones,
  books: posting.books,
})
