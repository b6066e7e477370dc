import { arrival } from '@kufang/contract/receiving/arrival.ts'
import { follow, isPosted, journeyOf, next, type Step } from '../document/journey/journey.ts'

/** Inspected and accepted; without lines that require inspection there is no notice. */
const inspected = follow(
  'inspection-notice',
  'assign',
  'confirmTime',
  'confirmInspector',
  next('inspection-order', 'qualified'),
)

/** The steps until its goods may be received. */
export const accepted: readonly Step<'confirm'>[] = ['confirm', inspected]

/** Announced goods arrive, are inspected, and are received. */
export const arrivalJourney = journeyOf(arrival, {
  start: {
    by: 'storekeeper',
    from: { document: 'delivery-note', steps: ['submit', 'confirm'] },
    request: ({ proposed }) => ({
      header: {
        ...proposed.header,
        visualCheck: 'intact',
        unloadingPoint: '2 号卸货台',
        countedPackages: proposed.lines.length * 2,
        signedOffBy: '周海宁',
      },
      lines: proposed.lines,
    }),
  },
  acts: {
    confirm: { by: 'storekeeper', goods: 'moves' },
    requestReversal: { by: 'storekeeper', input: { reason: '数量录入错误' }, takesBack: true },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '货物已使用' } },
    reverse: { by: 'poster' },
    reversePart: {
      by: 'storekeeper',
      needsExempt: true,
      input: { reason: '清点数量有误' },
      lines: () => ({ quantityBack: '1' }),
    },
    reversePhysical: { by: 'storekeeper', goods: 'undoes', input: { reason: '整单退回' } },
  },
  reaches: {
    arrived: ['confirm'],
    partlyReceived: ['confirm', inspected, next('goods-receipt', 'received', 'half')],
    received: ['confirm', inspected, next('goods-receipt', 'received')],
    // Where an arrival is posted at the gate (`receiving.arrivalPosting`).
    reversalRequested: ['confirm', isPosted, 'requestReversal'],
    reversalApproved: ['confirm', isPosted, 'requestReversal', 'approveReversal'],
    reversed: ['confirm', 'reversePhysical'],
  },
  milestones: { accepted },
  books: { moved: ['confirm'], reversal: ['requestReversal', 'approveReversal', 'reverse'] },
})
