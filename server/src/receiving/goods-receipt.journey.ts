import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'
import { accepted } from './arrival.journey.ts'

const posted = ['receive', 'review', 'post', erpAnswers] as const

/** Accepted goods are put into a bin, reviewed and posted; a reversal is requested and approved first. */
export const goodsReceiptJourney = journeyOf(goodsReceipt, {
  start: {
    by: 'storekeeper',
    from: { document: 'arrival', steps: accepted },
    request: ({ proposed }) => proposed,
  },
  acts: {
    receive: { by: 'storekeeper', goods: 'moves' },
    review: { by: 'shiftLeader' },
    refuse: { by: 'shiftLeader', input: { reason: '实收数量与磅单不符' } },
    correctBin: {
      by: 'storekeeper',
      input: { correction: '上架时扫错货位' },
      lines: (_line, ground) => ({ bin: ground.otherBin }),
      goods: 'moves',
    },
    resubmit: { by: 'storekeeper', input: { correction: '质保书已补齐' } },
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '订单行选择错误' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '货已发出' } },
    reverse: { by: 'poster' },
    reversePart: {
      by: 'storekeeper',
      input: { reason: '实收数量有误' },
      lines: ({ serialNumbers }) => ({
        quantityBack: '1',
        ...(Array.isArray(serialNumbers) && serialNumbers.length > 0
          ? { serialNumbers: serialNumbers.slice(0, 1) }
          : {}),
      }),
      goods: 'undoesPart',
    },
    reversePhysical: { by: 'storekeeper', goods: 'undoes', input: { reason: '实收数量有误' } },
  },
  reaches: {
    received: ['receive'],
    rejected: ['receive', 'refuse'],
    reviewed: ['receive', 'review'],
    reversalRequested: [...posted, 'requestReversal'],
    reversalApproved: [...posted, 'requestReversal', 'approveReversal'],
    reversed: ['receive', 'reversePhysical'],
  },
  milestones: {
    posted,
    putRight: ['receive', 'refuse', 'resubmit', 'review', 'post', erpAnswers],
    reversedInErp: [...posted, 'requestReversal', 'approveReversal', 'reverse', erpAnswers],
  },
  books: {
    moved: ['receive', 'review'],
    post: 'post',
    reversal: ['requestReversal', 'approveReversal', 'reverse'],
  },
})
