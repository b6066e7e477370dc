import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { erpAnswers, journeyOf, type ActedLine } from '../document/journey/journey.ts'

/** What the remark of a line says where the count is to agree with the books; else the bin is found empty. */
const agrees = '账实相符'

const found = (line: ActedLine): string => (line['lineRemark'] === agrees ? line.quantity : '0')

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
    adjust: { by: 'materialChief', goods: 'moves' },
    takeBack: {
      by: 'materialChief',
      input: { reason: '实物已找回' },
      lines: (line) => ({ quantityBack: Number(line['adjustedQuantity']) > 1 ? '1' : '0' }),
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
