import { crossCompanyIssue } from '@kufang/contract/issue/cross-company-issue.ts'
import { erpAnswers, followElsewhere, journeyOf } from '../document/journey/journey.ts'

const approved = ['submit', 'approve'] as const
const issued = [...approved, 'issue'] as const
const approvedBack = ['requestReversal', 'approveReversal'] as const
const posted = [...issued, 'post', erpAnswers] as const

/** The linked arrival record is taken back in the receiving company first. */
const takenBackThere = followElsewhere(
  'linked-arrival',
  erpAnswers,
  'requestReversal',
  'approveReversal',
  'reverse',
  erpAnswers,
  'reversePhysical',
)

/** Goods leave for the internal order of another company; the ERP's answer makes the linked arrival record there. */
export const crossCompanyIssueJourney = journeyOf(crossCompanyIssue, {
  start: {
    by: 'storekeeper',
    needsStock: true,
    refersTo: {
      document: 'purchase-order',
      steps: [],
      header: ({ plant }) => ({ supplyingPlant: plant }),
    },
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        internalOrderNo: lines[0]!.elsewhere!['purchaseOrderNo'],
        deliveryNo: '80000012',
      },
      lines: lines.map(({ materialNo, quantity, bin, batch, elsewhere }) => ({
        materialNo,
        quantity,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
        internalOrderLine: elsewhere!['purchaseOrderLine'],
        deliveryItem: elsewhere!['purchaseOrderLine'],
      })),
    }),
  },
  acts: {
    submit: { by: 'storekeeper' },
    approve: { by: 'shiftLeader', goods: 'holds' },
    refuse: { by: 'shiftLeader', input: { reason: '数量与实物不符' } },
    issue: { by: 'storekeeper', goods: 'moves' },
    cancel: { by: 'storekeeper', input: { reason: '录入错误' }, goods: 'releases' },
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '重复办理' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '货物已使用' } },
    reverse: { by: 'poster', after: [takenBackThere] },
    reversePhysical: { by: 'storekeeper', goods: 'undoes' },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    approved,
    issued,
    cancelled: [...approved, 'cancel'],
    reversalRequested: [...issued, 'requestReversal'],
    reversalApproved: [...issued, ...approvedBack],
    reversed: [...issued, ...approvedBack, 'reversePhysical'],
  },
  milestones: {
    posted,
    reversedInErp: [...posted, ...approvedBack, takenBackThere, 'reverse', erpAnswers],
  },
  books: { moved: issued, post: 'post', reversal: [...approvedBack, 'reverse'] },
})
