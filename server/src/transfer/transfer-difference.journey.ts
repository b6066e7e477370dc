import { transferDifference } from '@kufang/contract/transfer/transfer-difference.ts'
import { addQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import {
  back,
  erpAnswers,
  journeyOf,
  systemDoes,
  type ActedLine,
} from '../document/journey/journey.ts'
import { directorApproves } from '../document/journey/director-limit.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

/** The ERP has the goods in transit once the transfer is posted. */
const inTransitInErp = [back('post'), erpAnswers] as const

/** The remark of lines that are decided to be lost; in a company whose director approves every loss. */
const isLost = '丢失'
const everythingIsLost = systemDoes(async (database, { companyCode, id }) => {
  await directorApproves(database, companyCode, 'everything')
  await database.query(
    `update transfer_difference_line set line_remark = $3 where company_code = $1 and document_id = $2`,
    [companyCode, id, isLost],
  )
})
const usualLimit = systemDoes((database, { companyCode }) =>
  directorApproves(database, companyCode, 'aboveLimit'),
)
const lost = ({ lineRemark }: ActedLine): boolean => lineRemark === isLost

const posting = postingJourney({
  moved: ['decide'],
  posted: ['decide', ...inTransitInErp, 'post', erpAnswers],
  reason: '核对有误',
  refusal: '复点仍缺',
  physical: { by: 'shiftLeader' },
})

/** The receiver of a transfer misses goods; the shift leader decides that they were found, and the poster posts their receipt. */
export const transferDifferenceJourney = journeyOf(transferDifference, {
  madeBy: {
    document: 'transfer-order',
    steps: ['submit', 'approve', 'ship', 'reportDifference'],
  },
  acts: {
    decide: {
      by: 'shiftLeader',
      input: { reason: '已与发出方核对' },
      lines: (line) =>
        lost(line) ? { lostQuantity: line.quantity } : { foundQuantity: line.quantity },
      goods: 'moves',
    },
    // The loss is received, and written off at once.
    reviewDirector: {
      by: 'materialChief',
      goods: 'moves',
      goodsQuantity: ({ quantity }) => addQuantity(quantity as Quantity, quantity as Quantity),
    },
    refuseDirector: { by: 'materialChief', input: { reason: '请先核对门禁记录' } },
    ...posting.acts,
    approveReversalDirector: { by: 'materialChief' },
    refuseReversalDirector: { by: 'materialChief', input: { reason: '请先核对门禁记录' } },
    post: { by: 'poster', after: inTransitInErp },
  },
  reaches: {
    toDirector: [everythingIsLost, 'decide', usualLimit],
    settled: ['decide'],
    ...posting.reaches,
    reversalToDirector: [
      everythingIsLost,
      'decide',
      usualLimit,
      'reviewDirector',
      'requestReversal',
      'approveReversal',
    ],
  },
  milestones: { posted: posting.milestones.posted },
  books: posting.books,
})
