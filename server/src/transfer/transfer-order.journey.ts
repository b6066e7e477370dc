import { transferOrder } from '@kufang/contract/transfer/transfer-order.ts'
import { journeyOf, type ActedLine } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

/** The remark of lines that arrive in two parts: one piece first. */
const inParts = '分两次接收'

const arrived = ({ lineRemark, receivedQuantity, inTransitQuantity }: ActedLine) =>
  lineRemark === inParts && receivedQuantity === '0' ? '1' : (inTransitQuantity as string)

const approved = ['submit', 'approve'] as const
const received = [...approved, 'ship', 'receive'] as const

const posting = postingJourney({
  moved: received,
  refusal: '货物已使用',
  physical: { by: 'shiftLeader', reason: '重复办理' },
})

/** Goods leave one storage location, are in transit, and are put into a bin of another one; then both steps are posted. */
export const transferOrderJourney = journeyOf(transferOrder, {
  start: {
    by: 'storekeeper',
    needsStock: true,
    request: ({ lines, ground, course }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        receivingStorageLocation: ground.elsewhere.storageLocation,
        transferType: course === 'oneStep' ? 'oneStep' : 'twoStep',
        reason: '库区调整',
      },
      lines: lines.map(({ materialNo, quantity, bin, batch }) => ({
        materialNo,
        quantity,
        bin: bin ?? ground.bin,
        ...(batch ? { batch } : {}),
        receivingBin: ground.elsewhere.bin,
        ...(course === 'inParts' ? { lineRemark: inParts } : {}),
      })),
    }),
  },
  acts: {
    submit: { by: 'storekeeper' },
    approve: { by: 'shiftLeader', goods: 'holds' },
    refuse: { by: 'shiftLeader', input: { reason: '货位或批次有误' } },
    ship: { by: 'storekeeper', goods: 'moves' },
    transfer: { by: 'storekeeper', goods: 'moves' },
    // Who has shipped the goods does not say whether they arrived.
    receive: {
      by: 'counter',
      lines: (line) => ({ quantityReceived: arrived(line) }),
      goods: 'moves',
      goodsQuantity: arrived,
    },
    reportDifference: { by: 'counter', input: { reason: '实物未到' } },
    cancel: { by: 'storekeeper', input: { reason: '录入错误' }, goods: 'releases' },
    ...posting.acts,
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    approved,
    ready: { course: 'oneStep', steps: approved },
    inTransit: [...approved, 'ship'],
    partlyReceived: { course: 'inParts', steps: [...approved, 'ship', 'receive'] },
    differing: { course: 'inParts', steps: [...approved, 'ship', 'receive', 'reportDifference'] },
    received,
    cancelled: [...approved, 'cancel'],
    ...posting.reaches,
  },
  milestones: {
    transferred: { course: 'oneStep', steps: [...approved, 'transfer'] },
    ...posting.milestones,
  },
  books: posting.books,
})
