import { emergencyIssue } from '@kufang/contract/requisition/emergency-issue.ts'
import { journeyOf, next } from '../document/journey/journey.ts'

/** Goods leave at once; their paper comes later, or they come back unused. */
export const emergencyIssueJourney = journeyOf(emergencyIssue, {
  start: {
    by: 'storekeeper',
    needsStock: true,
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        pickingUnit: ground.pickingUnit,
        requester: ground.requester,
        cause: '设备泄漏处理',
      },
      lines: lines.map(({ materialNo, quantity, bin, batch }) => ({
        materialNo,
        quantity,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
      })),
    }),
  },
  acts: {
    issue: { by: 'storekeeper', goods: 'moves' },
    passGate: { by: 'guard' },
    takeBack: {
      by: 'shiftLeader',
      input: { reason: '未使用，退回' },
      lines: ({ quantity }) => ({ returnedQuantity: quantity }),
      goods: 'undoes',
      takesBack: true,
    },
  },
  reaches: {
    awaiting: ['issue'],
    partlySupplemented: ['issue', next('requisition', 'approvedPaper', 'half')],
    supplemented: ['issue', next('requisition', 'approvedPaper')],
    takenBack: ['issue', 'takeBack'],
  },
})
