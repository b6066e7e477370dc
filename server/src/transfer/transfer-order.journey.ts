import { transferOrder } from '@kufang/contract/transfer/transfer-order.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

const approved = ['submit', 'approve'] as const
const received = [...approved, 'ship', 'receive'] as const
const posted = [...received, 'post', erpAnswers] as const

/** Goods leave one storage location, are in transit, and are put into a bin of another one; then both steps are posted. */
export const transferOrderJourney = journeyOf(transferOrder, {
  start: {
    by: 'storekeeper',
    needsStock: true,
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        receivingStorageLocation: ground.elsewhere.storageLocation,
        reason: '库区调整',
      },
      lines: lines.map(({ materialNo, quantity, bin, batch }) => ({
        materialNo,
        quantity,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
        receivingBin: ground.elsewhere.bin,
      })),
    }),
  },
  acts: {
    submit: { by: 'storekeeper' },
    approve: { by: 'shiftLeader', goods: 'holds' },
    refuse: { by: 'shiftLeader', input: { reason: '货位或批次有误' } },
    ship: { by: 'storekeeper', goods: 'moves' },
    receive: { by: 'storekeeper', goods: 'moves' },
    cancel: { by: 'storekeeper', input: { reason: '录入错误' }, goods: 'releases' },
    post: { by: 'poster' },
    reverse: { by: 'poster', input: { reason: '重复办理' } },
    reversePhysical: { by: 'shiftLeader', input: { reason: '重复办理' }, goods: 'undoes' },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    approved,
    inTransit: [...approved, 'ship'],
    received,
    cancelled: [...approved, 'cancel'],
    reversed: [...received, 'reversePhysical'],
  },
  milestones: {
    posted,
    reversedInErp: [...posted, 'reverse', erpAnswers],
  },
  books: { moved: received, post: 'post', reversal: ['reverse'] },
})
