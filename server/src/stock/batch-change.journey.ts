import { batchChange } from '@kufang/contract/stock/batch-change.ts'
import { journeyOf } from '../document/journey/journey.ts'

const changed = ['submit', 'approve'] as const

/** The papers of a batch say something else than was entered: the storekeeper changes it, and quality approves. */
export const batchChangeJourney = journeyOf(batchChange, {
  start: {
    by: 'storekeeper',
    needsStock: 'batches',
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        reason: '供应商更正质保书',
      },
      lines: lines.map(({ materialNo, bin, batch, stockCategory }) => ({
        materialNo,
        bin: bin ?? ground.bin,
        batch,
        stockCategory: stockCategory ?? 'UU',
        newHeatNo: 'H-2026-118',
        newCertificateNo: 'MTC-2026-0731',
      })),
    }),
  },
  acts: {
    submit: { by: 'storekeeper' },
    approve: { by: 'qualitySupervisor' },
    refuse: { by: 'qualitySupervisor', input: { reason: '资料不全' } },
    withdraw: { by: 'storekeeper' },
    requestReversal: { by: 'storekeeper', input: { reason: '货位或批次录入错误' } },
    approveReversal: { by: 'qualitySupervisor' },
    refuseReversal: { by: 'qualitySupervisor', input: { reason: '冲销理由不充分' } },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    changed,
    reversalRequested: [...changed, 'requestReversal'],
    reversed: [...changed, 'requestReversal', 'approveReversal'],
  },
})
