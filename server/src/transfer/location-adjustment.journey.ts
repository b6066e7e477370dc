import { locationAdjustment } from '@kufang/contract/transfer/location-adjustment.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** Goods lie in the wrong bin: the storekeeper puts them into another one, and takes that back. */
export const locationAdjustmentJourney = journeyOf(locationAdjustment, {
  start: {
    by: 'storekeeper',
    needsStock: true,
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        reason: '上错货位',
      },
      lines: lines.map(({ materialNo, quantity, bin, batch }) => ({
        materialNo,
        quantity,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
        targetBin: ground.otherBin,
        stockCategory: 'UU',
      })),
    }),
  },
  acts: {
    execute: { by: 'storekeeper', goods: 'moves' },
    undo: { by: 'storekeeper', input: { reason: '录入错误' }, goods: 'undoes' },
  },
  reaches: { executed: ['execute'], undone: ['execute', 'undo'] },
})
