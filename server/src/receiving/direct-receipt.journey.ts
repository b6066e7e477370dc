import { directReceipt } from '@kufang/contract/receiving/direct-receipt.ts'
import { journeyOf, type ActedLine } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

/** One piece of each line is refused, unless it is the only one. */
const allButOne = ({ quantity }: ActedLine): string => String(Math.max(1, Number(quantity) - 1))

const signed = ['dispatch', 'sign'] as const

const posting = postingJourney({
  moved: [...signed, 'review'],
  requestedWhen: 'posted',
  reason: '订单行选择错误',
  refusal: '货物已使用',
  physical: { by: 'storekeeper', reason: '实收数量有误' },
})

/** The supplier's truck goes straight to the unit, which signs on the spot; receipt and issue are taken back together. */
export const directReceiptJourney = journeyOf(directReceipt, {
  start: {
    by: 'storekeeper',
    from: { document: 'delivery-note', steps: { course: 'direct', steps: ['submit', 'confirm'] } },
    needsExempt: true,
    request: ({ proposed, ground }) => ({
      header: {
        ...proposed.header,
        pickingUnit: ground.pickingUnit,
        deliveryPlace: '催化装置 2 号门',
      },
      lines: proposed.lines,
    }),
  },
  acts: {
    dispatch: { by: 'storekeeper' },
    recall: { by: 'storekeeper' },
    sign: {
      by: 'requester',
      input: ({ requester }) => ({ signedBy: requester, visualCheck: 'intact' }),
      goods: 'moves',
    },
    signPartly: {
      by: 'requester',
      input: ({ requester }) => ({
        signedBy: requester,
        visualCheck: 'intact',
        reason: '数量多于需要',
      }),
      lines: (line) => ({ acceptedQuantity: allButOne(line) }),
      goods: 'moves',
      goodsQuantity: allButOne,
    },
    review: { by: 'shiftLeader' },
    refuse: { by: 'shiftLeader', input: { reason: '资料不全' } },
    resubmit: { by: 'requester', input: { correction: '质保书已随车补齐' } },
    ...posting.acts,
  },
  reaches: {
    dispatched: ['dispatch'],
    signed,
    rejected: [...signed, 'refuse'],
    reviewed: [...signed, 'review'],
    ...posting.reaches,
    reversed: [...signed, 'reversePhysical'],
  },
  milestones: { posted: posting.milestones.posted },
  books: posting.books,
})
