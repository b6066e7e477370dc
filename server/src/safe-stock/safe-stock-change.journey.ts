import { safeStockChange } from '@kufang/contract/safe-stock/safe-stock-change.ts'
import { multiplyQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { journeyOf } from '../document/journey/journey.ts'

const approved = ['submit', 'approve'] as const

/** Quotas are entered from consumption; the engineer approves them, and they count from their day. */
export const safeStockChangeJourney = journeyOf(safeStockChange, {
  start: {
    by: 'requester',
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        effectiveFrom: ground.today,
        quotaBasis: '历史消耗测算',
      },
      lines: lines.map(({ materialNo, quantity }) => ({
        materialNo,
        quantity,
        minimumQuantity: quantity,
        reorderPoint: quantity,
        // More than any stock of the journeys, so that something is missing.
        maximumQuantity: multiplyQuantity(quantity as Quantity, '100'),
        leadTimeDays: 60,
        criticality: 'B',
      })),
    }),
  },
  acts: {
    submit: { by: 'requester' },
    withdraw: { by: 'requester' },
    approve: { by: 'materialEngineer' },
    refuse: { by: 'materialEngineer', input: { reason: '资料不全' } },
    requestReversal: { by: 'requester', input: { reason: '数量录入错误' } },
    approveReversal: { by: 'materialEngineer' },
    refuseReversal: { by: 'materialEngineer', input: { reason: '冲销理由不充分' } },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    approved,
    reversalRequested: [...approved, 'requestReversal'],
    reversed: [...approved, 'requestReversal', 'approveReversal'],
  },
})
