import { zeroValueReceipt } from '@kufang/contract/acceptance/zero-value-receipt.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { erpAnswers, journeyOf, type ActedLine } from '../document/journey/journey.ts'
import { numbersOfSeries } from '../document/journey/serial-numbers.ts'

const approvedBack = ['requestReversal', 'approveReversal'] as const
const posted = ['receive', 'review', 'post', erpAnswers] as const

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

/** Surplus spares that a packing check found are put into a bin, reviewed and posted. */
export const zeroValueReceiptJourney = journeyOf(zeroValueReceipt, {
  madeBy: { document: 'packing-check', steps: { course: 'some surplus', steps: ['confirm'] } },
  acts: {
    receive: { by: 'storekeeper', lines: putAway, goods: 'moves' },
    review: { by: 'shiftLeader' },
    refuse: { by: 'shiftLeader', input: { reason: '实物与名称不符' } },
    resubmit: { by: 'storekeeper', input: { correction: '已核对铭牌' } },
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '数量录入错误' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '冲销理由不充分' } },
    reverse: { by: 'poster' },
    reversePhysical: { by: 'storekeeper', goods: 'undoes', input: { reason: '数量录入错误' } },
    cancel: { by: 'storekeeper', input: { reason: '供应商取回多余备件' } },
  },
  reaches: {
    received: ['receive'],
    rejected: ['receive', 'refuse'],
    reviewed: ['receive', 'review'],
    reversalRequested: [...posted, 'requestReversal'],
    reversalApproved: [...posted, ...approvedBack],
    reversed: ['receive', 'reversePhysical'],
    cancelled: ['cancel'],
  },
  milestones: {
    posted,
    reversedInErp: [...posted, ...approvedBack, 'reverse', erpAnswers],
  },
  books: { moved: ['receive', 'review'], post: 'post', reversal: [...approvedBack, 'reverse'] },
})
