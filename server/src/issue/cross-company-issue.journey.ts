import { crossCompanyIssue } from '@kufang/contract/issue/cross-company-issue.ts'
import { erpAnswers, followElsewhere, journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const approved = ['submit', 'approve'] as const
const issued = [...approved, 'issue'] as const
const approvedBack = ['requestReversal', 'approveReversal'] as const

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

const posting = postingJourney({
  moved: issued,
  refusal: '货物已使用',
  physical: { by: 'storekeeper' },
})
const { posted } = posting.milestones

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
        deliveryNo: lines[0]!.elsewhere!['deliveryNo'],
      },
      lines: lines.map(({ materialNo, quantity, bin, batch, elsewhere }) => ({
        materialNo,
        quantity,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
        internalOrderLine: elsewhere!['purchaseOrderLine'],
        deliveryItem: elsewhere!['deliveryItem'],
      })),
    }),
  },
  acts: {
    submit: { by: 'storekeeper' },
    approve: { by: 'shiftLeader', goods: 'holds' },
    refuse: { by: 'shiftLeader', input: { reason: '数量与实物不符' } },
    issue: { by: 'storekeeper', goods: 'moves' },
    cancel: { by: 'storekeeper', input: { reason: '录入错误' }, goods: 'releases' },
    ...posting.acts,
    reverse: { by: 'poster', after: [takenBackThere] },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    approved,
    issued,
    cancelled: [...approved, 'cancel'],
    ...posting.reaches,
  },
  milestones: {
    posted,
    reversedInErp: [...posted, ...approvedBack, takenBackThere, 'reverse', erpAnswers],
  },
  books: posting.books,
})
