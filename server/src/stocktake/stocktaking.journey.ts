import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import {
  compareQuantity,
  negateQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { erpAnswers, journeyOf, type ActedLine } from '../document/journey/journey.ts'

/** The remark of lines whose count agrees with the book quantity; of the others two pieces are missing. */
const agrees = '账实相符'
const missing = '2' as Quantity

function found({ lineRemark, quantity }: ActedLine): string {
  if (lineRemark === agrees) return quantity
  return compareQuantity(quantity as Quantity, missing) < 0
    ? zeroQuantity
    : subtractQuantity(quantity as Quantity, missing)
}

const differing = ['start', 'count'] as const
const adjusted = [...differing, 'explain', 'adjust'] as const

/** Goods are counted where they lie; what is missing is explained and taken out of the stock. */
export const stocktakingJourney = journeyOf(stocktaking, {
  start: {
    by: 'shiftLeader',
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
        ...(course === 'agrees' ? { lineRemark: agrees } : {}),
      })),
    }),
  },
  acts: {
    start: { by: 'shiftLeader' },
    count: { by: 'storekeeper', lines: (line) => ({ countedQuantity: found(line) }) },
    recount: { by: 'shiftLeader', lines: (line) => ({ recountedQuantity: found(line) }) },
    explain: {
      by: 'materialEngineer',
      lines: (line) =>
        line['differenceQuantity'] === '0'
          ? null
          : { differenceReason: 'missingTransaction', treatment: '补记出库后调账' },
    },
    adjust: {
      by: 'materialChief',
      goods: 'moves',
      moved: (line) => negateQuantity(line['differenceQuantity'] as Quantity),
    },
    takeBack: {
      by: 'materialChief',
      input: { reason: '实物已找回' },
      lines: () => ({ quantityBack: '1' }),
      goods: 'undoesPart',
    },
    writeOff: { by: 'materialChief' },
    cancel: { by: 'shiftLeader', input: { reason: '录入错误' } },
    post: { by: 'poster' },
    reverse: { by: 'poster', input: { reason: '重复办理' } },
    reversePhysical: { by: 'materialChief', input: { reason: '重复办理' }, goods: 'undoes' },
  },
  reaches: {
    counting: ['start'],
    counted: { course: 'agrees', steps: ['start', 'count'] },
    differing,
    handled: [...differing, 'explain'],
    adjusted,
    writtenOff: { course: 'agrees', steps: ['start', 'count', 'writeOff'] },
    cancelled: ['cancel'],
    reversed: [...adjusted, 'reversePhysical'],
  },
  milestones: {
    countingBlind: { course: 'blind', steps: ['start'] },
    posted: [...adjusted, 'post', erpAnswers],
    reversedInErp: [...adjusted, 'post', erpAnswers, 'reverse', erpAnswers],
  },
  books: { moved: adjusted, post: 'post', reversal: ['reverse'] },
})
