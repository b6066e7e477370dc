import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'
import { accepted } from './arrival.journey.ts'

const posting = postingJourney({
  moved: ['receive', 'review'],
  requestedWhen: 'posted',
  reason: '订单行选择错误',
  refusal: '货已发出',
  physical: { by: 'storekeeper', reason: '实收数量有误' },
})

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
    ...posting.acts,
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
  },
  reaches: {
    received: ['receive'],
    rejected: ['receive', 'refuse'],
    reviewed: ['receive', 'review'],
    ...posting.reaches,
    reversed: ['receive', 'reversePhysical'],
  },
  milestones: {
    ...posting.milestones,
    putRight: ['receive', 'refuse', 'resubmit', 'review', 'post', erpAnswers],
  },
  books: posting.books,
})
