import { stockAdjustment } from '@kufang/contract/stocktake/stock-adjustment.ts'
import {
  addQuantity,
  isNegative,
  negateQuantity,
  subtractQuantity,
  compareQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { journeyOf, systemDoes, type ActedLine } from '../document/journey/journey.ts'
import { attachPicture } from './place-picture.ts'

/** So many pieces are missing, or far too many are there. */
const missing = '2' as Quantity
const wholeLot = '1000' as Quantity

const less = (quantity: string): string =>
  compareQuantity(quantity as Quantity, missing) <= 0
    ? zeroQuantity
    : subtractQuantity(quantity as Quantity, missing)

const differenceOf = ({ differenceQuantity }: ActedLine): Quantity => {
  const difference = differenceQuantity as Quantity
  return isNegative(difference) ? negateQuantity(difference) : difference
}

const adjusted = ['submit', 'review'] as const
/** Above the limit of the director: with a picture, and its reversal is approved by him too. */
const reviewedLarge = [systemDoes(attachPicture), ...adjusted] as const
const adjustedLarge = [...reviewedLarge, 'reviewDirector'] as const

/** Goods that the books have do not lie there: the keeper puts the stock right, the shift leader and accounts follow. */
export const stockAdjustmentJourney = journeyOf(stockAdjustment, {
  start: {
    by: 'storekeeper',
    needsStock: true,
    request: ({ lines, ground, course }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        reasonCode: course === 'large' ? 'notInErp' : 'leftUnrecorded',
        evidence: '班组交接记录第 27 页',
      },
      lines: lines.map(({ materialNo, quantity, bin, batch, stockCategory }) => ({
        materialNo,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
        stockCategory: stockCategory ?? 'UU',
        actualQuantity:
          course === 'large' ? addQuantity(quantity as Quantity, wholeLot) : less(quantity),
      })),
    }),
  },
  acts: {
    submit: { by: 'storekeeper' },
    withdraw: { by: 'storekeeper' },
    review: { by: 'shiftLeader', goods: 'moves', goodsQuantity: differenceOf },
    refuse: { by: 'shiftLeader', input: { reason: '依据不足，请附交接记录' } },
    reviewDirector: { by: 'materialChief', goods: 'moves', goodsQuantity: differenceOf },
    refuseDirector: { by: 'materialChief', input: { reason: '请先盘点' } },
    settle: {
      by: 'poster',
      input: { erpDocumentNo: '4900012345', erpDocumentYear: 2026 },
      // What was open goes back, and comes again as what the ERP knows.
      goods: 'moves',
      goodsQuantity: (line) => addQuantity(differenceOf(line), differenceOf(line)),
    },
    cancel: { by: 'storekeeper', input: { reason: '录入错误' } },
    requestReversal: { by: 'storekeeper', input: { reason: '货位或批次录入错误' } },
    approveReversal: { by: 'shiftLeader', goods: 'undoes' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '冲销理由不充分' } },
    approveReversalDirector: { by: 'materialChief', goods: 'undoes' },
    refuseReversalDirector: { by: 'materialChief', input: { reason: '冲销理由不充分' } },
  },
  reaches: {
    submitted: ['submit'],
    toDirector: { course: 'large', steps: reviewedLarge },
    returned: ['submit', 'refuse'],
    adjusted,
    settled: [...adjusted, 'settle'],
    cancelled: ['cancel'],
    reversalRequested: [...adjusted, 'requestReversal'],
    reversalToDirector: {
      course: 'large',
      steps: [...adjustedLarge, 'requestReversal', 'approveReversal'],
    },
    reversed: [...adjusted, 'requestReversal', 'approveReversal'],
  },
})
