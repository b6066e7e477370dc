import { preservationTask } from '@kufang/contract/preservation/preservation-task.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { journeyOf, systemDoes } from '../document/journey/journey.ts'
import { clock, systemDocuments } from '../document/public.ts'
import { systemSession } from '../platform/session/session.ts'

/** The keeper greases a spare in its bin against rust, or finds it corroded, which freezes it. */
export const preservationTaskJourney = journeyOf(preservationTask, {
  start: {
    by: 'storekeeper',
    needsStock: true,
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        preservationKind: 'grease',
        dueDate: addDays(ground.today, 3),
      },
      lines: lines.map(({ materialNo, bin, batch }) => ({
        materialNo,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
      })),
    }),
  },
  acts: {
    plan: { by: 'storekeeper' },
    carryOut: {
      by: 'storekeeper',
      input: ({ bin }) => ({
        scannedCode: bin,
        result: 'fit',
        finding: '已清洁，重涂防锈脂，无锈蚀',
        carriedOutBy: '周海宁',
      }),
    },
    reportUnfit: {
      by: 'storekeeper',
      input: ({ bin }) => ({
        scannedCode: bin,
        finding: '表面锈蚀',
        carriedOutBy: '周海宁',
      }),
      lines: (line) => ({ unfitQuantity: line.quantity }),
      goods: 'heldByAnother',
    },
    cancel: { by: 'shiftLeader', input: { reason: '本周期已在检修中完成' } },
  },
  reaches: {
    due: ['plan'],
    done: ['plan', 'carryOut'],
    unfit: ['plan', 'reportUnfit'],
    cancelled: ['plan', 'cancel'],
    lapsed: [
      'plan',
      systemDoes((database, { companyCode, id }) =>
        database.transaction((tx) =>
          systemDocuments(tx, systemSession([companyCode], newId()), clock()).act(
            'preservation-task',
            companyCode,
            id,
            'lapse',
          ),
        ),
      ),
    ],
  },
})
