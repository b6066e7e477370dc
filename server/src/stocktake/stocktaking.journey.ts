import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { proportionOfDecimal } from '@kufang/kernel/decimal-text.ts'
import {
  addQuantity,
  compareQuantity,
  isNegative,
  negateQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { numbersOfSeries } from '../document/journey/serial-numbers.ts'
import { journeyOf, type ActedLine } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

/** The remarks of lines whose count agrees with the books, or is far above; of the others two pieces are missing. */
const agrees = '账实相符'
const large = '账外整批实物'
const remarks: Readonly<Record<string, string>> = { agrees, large }
const missing = '2' as Quantity
/** Worth far more than the limit of the company, also after the price fell. */
const wholeLot = '1600' as Quantity

function found({ lineRemark, quantity, lineNo, serialNumbers }: ActedLine): string {
  if (lineRemark === agrees) return quantity
  if (lineRemark === large) return addQuantity(quantity as Quantity, wholeLot)
  // Of goods with serial numbers every second line has two pieces too much.
  if (Array.isArray(serialNumbers) && Number(lineNo) % 2 === 0)
    return addQuantity(quantity as Quantity, missing)
  return compareQuantity(quantity as Quantity, missing) < 0
    ? zeroQuantity
    : subtractQuantity(quantity as Quantity, missing)
}

/** The found pieces weigh their share of what the books say; null of goods without a second unit. */
function weighed(line: ActedLine): string | null {
  const second = line['secondQuantity'] as Quantity | null | undefined
  if (second === null || second === undefined) return null
  if (line.quantity === zeroQuantity) return zeroQuantity
  return proportionOfDecimal(second, found(line), line.quantity, 3)
}

/** The first of the pieces of the books, and new ones beyond them; null of goods without serial numbers. */
function pieces(line: ActedLine): string[] | null {
  const known = line['serialNumbers'] as string[] | null | undefined
  if (known === null || known === undefined) return null
  const count = Number(found(line))
  const series = `26${newId().slice(-8).toUpperCase()}`
  return [...known.slice(0, count), ...numbersOfSeries(series, Math.max(0, count - known.length))]
}

// A difference beyond the tolerance of its class has to be counted again, and every other one may be.
const differing = ['start', 'count', 'recount'] as const
const handled = [...differing, 'explain'] as const
const approvedBack = ['requestReversal', 'approveReversal'] as const
const adjusted = [...handled, 'review'] as const
/** Above the limit of the director, who also approves the reversal. */
const adjustedLarge = [...adjusted, 'reviewDirector'] as const
const goodsQuantity = ({ differenceQuantity }: ActedLine): string =>
  isNegative(differenceQuantity as Quantity)
    ? negateQuantity(differenceQuantity as Quantity)
    : (differenceQuantity as Quantity)

const posting = postingJourney({
  moved: adjusted,
  refusal: '货物已使用',
  physical: { by: 'materialChief' },
})

/** Goods are counted where they lie; what is missing is explained and taken out of the stock. */
export const stocktakingJourney = journeyOf(stocktaking, {
  start: {
    by: 'materialEngineer',
    needsStock: true,
    request: ({ lines, ground, course }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        countType: 'cycle',
        isBlind: course === 'blind',
      },
      lines: lines.map(({ materialNo, bin, batch, stockCategory }) => ({
        materialNo,
        bin: bin ?? ground.bin,
        stockCategory: stockCategory ?? 'UU',
        ...(batch ? { batch } : {}),
        ...(course in remarks ? { lineRemark: remarks[course] } : {}),
      })),
    }),
  },
  acts: {
    start: { by: 'materialEngineer' },
    count: {
      by: 'storekeeper',
      lines: (line) => ({
        countedQuantity: found(line),
        countedSecondQuantity: weighed(line),
        countedSerialNumbers: pieces(line),
      }),
    },
    recount: {
      by: 'counter',
      lines: (line) => ({
        recountedQuantity: found(line),
        recountedSecondQuantity: weighed(line),
        recountedSerialNumbers: pieces(line),
      }),
    },
    askRecount: { by: 'materialEngineer' },
    reportFound: {
      by: 'storekeeper',
      input: ({ bin }) => ({
        foundMaterialNo: 'M-BOLT',
        foundBin: bin,
        foundQuantity: '3',
        foundCategory: 'UU',
      }),
    },
    confirmEmpty: { by: 'storekeeper' },
    explain: {
      by: 'materialEngineer',
      lines: (line) =>
        line['differenceQuantity'] === '0'
          ? null
          : { differenceReason: 'missingTransaction', treatment: '补记出库后调账' },
    },
    // Differences within the limit are adjusted by the first review, those above it by the director's.
    review: { by: 'shiftLeader', goods: 'moves', goodsQuantity },
    refuse: { by: 'shiftLeader', input: { reason: '差异原因说明不充分' } },
    reviewDirector: { by: 'materialChief', goods: 'moves', goodsQuantity },
    refuseDirector: { by: 'materialChief', input: { reason: '请重新复盘' } },
    reversePart: {
      by: 'materialChief',
      lines: ({ missingSerialNumbers: missed, surplusSerialNumbers: surplus }) => {
        const pieces = [missed, surplus].flat().filter((one) => typeof one === 'string')
        return {
          quantityBack: '1',
          ...(pieces.length === 0 ? {} : { serialNumbers: pieces.slice(0, 1) }),
        }
      },
      goods: 'undoesPart',
    },
    writeOff: { by: 'materialChief' },
    writeOffDifferences: { by: 'materialChief' },
    writeOffDirector: { by: 'materialChief' },
    cancel: { by: 'shiftLeader', input: { reason: '录入错误' } },
    ...posting.acts,
    approveReversalDirector: { by: 'materialChief' },
    refuseReversalDirector: { by: 'materialChief', input: { reason: '冲销理由不充分' } },
  },
  reaches: {
    counting: ['start'],
    toRecount: [...differing, 'askRecount'],
    counted: { course: 'agrees', steps: ['start', 'count'] },
    differing,
    handled,
    toDirector: { course: 'large', steps: adjusted },
    adjusted,
    writtenOff: { course: 'agrees', steps: ['start', 'count', 'writeOff'] },
    cancelled: ['cancel'],
    ...posting.reaches,
    reversalToDirector: { course: 'large', steps: [...adjustedLarge, ...approvedBack] },
  },
  milestones: {
    recounting: ['start', 'count'],
    countingBlind: { course: 'blind', steps: ['start'] },
    ...posting.milestones,
  },
  books: posting.books,
})
