import { batchFreeze } from '@kufang/contract/freeze/batch-freeze.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** A batch is in doubt; another person finds it good. */
export const batchFreezeJourney = journeyOf(batchFreeze, {
  start: {
    by: 'storekeeper',
    needsStock: 'batches',
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        freezeReason: 'quality',
        releaseCondition: '复检合格',
        holdUntil: addDays(ground.today, 14),
      },
      lines: lines.map(({ materialNo, batch }) => ({ ofMaterialNo: materialNo, ofBatch: batch })),
    }),
  },
  acts: {
    freeze: { by: 'storekeeper' },
    release: { by: 'shiftLeader', input: { releaseGround: '复检合格' } },
    extend: {
      by: 'storekeeper',
      input: ({ today }) => ({ holdUntil: addDays(today, 30), reason: '复检结果未出' }),
    },
    cancel: { by: 'shiftLeader', input: { reason: '录入错误' } },
  },
  reaches: {
    // That it is frozen comes last: nobody else freezes the batch after that.
    released: ['freeze', 'release'],
    cancelled: ['freeze', 'cancel'],
    frozen: ['freeze'],
  },
})
