import { stockNote } from '@kufang/contract/stock/stock-note.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { journeyOf, systemDoes } from '../document/journey/journey.ts'
import { clock, systemDocuments } from '../document/public.ts'
import { systemSession } from '../platform/session/session.ts'

/** What the record of a further note does to the one that it names. */
const corrected = systemDoes((database, { companyCode, id }) =>
  database.transaction((tx) =>
    systemDocuments(tx, systemSession([companyCode], newId()), clock()).act(
      'stock-note',
      companyCode,
      id,
      'correct',
    ),
  ),
)

/** A storekeeper sees something about goods in a bin, writes it down, and takes it back when it is dealt with. */
export const stockNoteJourney = journeyOf(stockNote, {
  start: {
    by: 'storekeeper',
    needsStock: true,
    request: ({ lines, ground, course }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        noteText:
          course === 'rust' ? '法兰密封面有浮锈，发料前须除锈' : '包装箱底层受潮，出库前请开箱检查',
        ...(course === 'rust' ? {} : { relevantUntil: '2031-12-31' }),
      },
      lines: lines.map(({ materialNo, bin, batch, stockCategory }) => ({
        materialNo,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
        stockCategory: stockCategory ?? 'UU',
      })),
    }),
  },
  acts: {
    record: { by: 'storekeeper' },
    withdraw: { by: 'storekeeper', input: { reason: '情况已处理' } },
  },
  reaches: {
    standing: ['record'],
    corrected: ['record', corrected],
    withdrawn: ['record', 'withdraw'],
  },
  milestones: { standingOpenEnded: { course: 'rust', steps: ['record'] } },
})
