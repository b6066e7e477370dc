import { preservationTask } from '@kufang/contract/preservation/preservation-task.ts'
import { journeyOf } from '../document/journey/journey.ts'

/**
 * Preservation task 保养任务单: how it is created, who performs which action with which input, and the way to each state. An action
 * that holds, releases, moves or returns the goods of its lines declares this in `goods`; the conformance suite tests it.
 */
export const preservationTaskJourney = journeyOf(preservationTask, {
  start: {
    by: 'storekeeper',
    request: ({ lines, ground }) => ({
      header: { plant: ground.plant, storageLocation: ground.storageLocation },
      lines: lines.map(({ materialNo, quantity, bin }) => ({
        materialNo,
        quantity,
        bin: bin ?? ground.bin,
      })),
    }),
  },
  acts: {
    confirm: { by: 'storekeeper' },
    withdraw: { by: 'storekeeper', input: { reason: '录错' } },
  },
  reaches: { confirmed: ['confirm'], withdrawn: ['confirm', 'withdraw'] },
})
