import { freezeOrder } from '@kufang/contract/freeze/freeze-order.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { journeyOf, next, systemDoes } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'
import { clock, systemDocuments } from '../document/public.ts'
import { systemSession } from '../platform/session/session.ts'

/** What is not a matter of quality: the goods stay unrestricted, and the ERP is told nothing. */
const heldOnly: Readonly<Record<string, Record<string, unknown>>> = {
  sealed: { freezeReason: 'seal', releaseCondition: '主管部门通知启封' },
  counted: { freezeReason: 'count', releaseCondition: '盘点差异处理完毕' },
  eam: { workOrderNo: '4001550' },
}

const posting = postingJourney({ moved: ['freeze'], physical: { by: 'shiftLeader' } })

/**
 * Goods in doubt are frozen and posted as blocked stock; a part of them is released by another document. Other goods are
 * sealed, or frozen for a work order until a day.
 */
export const freezeOrderJourney = journeyOf(freezeOrder, {
  start: {
    by: 'storekeeper',
    needsStock: true,
    courses: { eam: { page: '/freeze/stockFreezeEam' } },
    request: ({ lines, ground, course }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        holdUntil: addDays(ground.today, 14),
        ...(heldOnly[course] ?? { freezeReason: 'quality', releaseCondition: '复检合格' }),
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
    freeze: { by: 'storekeeper', goods: 'movesAndHolds' },
    cancel: { by: 'storekeeper', input: { reason: '冻结货物有误' }, goods: 'undoes' },
    extend: {
      by: 'storekeeper',
      input: ({ today }) => ({ holdUntil: addDays(today, 30), reason: '复检结果未出' }),
    },
    ...posting.acts,
  },
  reaches: {
    frozen: ['freeze'],
    partlyReleased: ['freeze', next('freeze-release', 'released', 'half')],
    released: ['freeze', next('freeze-release', 'released')],
    expired: {
      course: 'eam',
      steps: [
        'freeze',
        systemDoes((database, { companyCode, id }) =>
          database.transaction((tx) =>
            systemDocuments(tx, systemSession([companyCode], newId()), clock()).act(
              'freeze-order',
              companyCode,
              id,
              'expire',
            ),
          ),
        ),
      ],
    },
    cancelled: ['freeze', 'cancel'],
    ...posting.reaches,
  },
  milestones: {
    ...posting.milestones,
    sealed: { course: 'sealed', steps: ['freeze'] },
    forWorkOrder: { course: 'eam', steps: ['freeze'] },
  },
  books: posting.books,
})
