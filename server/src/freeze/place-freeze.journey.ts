import { placeFreeze } from '@kufang/contract/freeze/place-freeze.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** A bin is sealed; then it is open again. */
export const placeFreezeJourney = journeyOf(placeFreeze, {
  start: {
    by: 'storekeeper',
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        freezeReason: 'seal',
        releaseCondition: '主管部门通知启封',
        holdUntil: addDays(ground.today, 7),
      },
      lines: lines.map(() => ({ scope: 'bin', bin: ground.otherBin })),
    }),
  },
  acts: {
    freeze: { by: 'storekeeper' },
    release: { by: 'storekeeper', input: { releaseGround: '启封通知已下达' } },
    extend: {
      by: 'storekeeper',
      input: ({ today }) => ({ holdUntil: addDays(today, 30), reason: '复检结果未出' }),
    },
    cancel: { by: 'storekeeper', input: { reason: '录入错误' } },
  },
  reaches: {
    // That it is frozen comes last: nobody else freezes the bin after that.
    released: ['freeze', 'release'],
    cancelled: ['freeze', 'cancel'],
    frozen: ['freeze'],
  },
})
