import { requisition } from '@kufang/contract/requisition/requisition.ts'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { journeyOf, next } from '../document/journey/journey.ts'

const approved = ['submit', 'approve'] as const

/** The permit of dangerous goods; others need none. */
const permitOf = (shown: readonly Readonly<Record<string, unknown>>[] = [], today: LocalDate) =>
  shown.some(({ hazardClass }) => hazardClass)
    ? { permitNo: 'HXP-2026-001', permitValidTo: addDays(today, 30) }
    : {}

/** A unit requests goods planned in its reservation, or goods of a sales order; its head approves, which holds the stock; the goods are issued. */
export const requisitionJourney = journeyOf(requisition, {
  start: {
    by: 'requester',
    from: { document: 'reservation', steps: [] },
    courses: {
      sales: { page: '/pickings/pickingSale', from: { document: 'sales-order', steps: [] } },
      supplement: {
        page: '/pickings/materialApplicationSupplement',
        from: { document: 'emergency-issue', steps: ['issue'] },
      },
    },
    needsStock: true,
    request: ({ proposed, lines, ground }) => ({
      header: {
        ...proposed.header,
        pickingUnit: ground.pickingUnit,
        requester: ground.requester,
        requiredDate: addDays(ground.today, 3),
        department: '生产部',
        purpose: '装置消缺检修',
        ...permitOf(proposed.shown, ground.today),
      },
      lines: lines.map(({ source, quantity }) => ({ source: source!, quantity })),
    }),
  },
  acts: {
    submit: { by: 'requester' },
    withdraw: { by: 'requester' },
    approve: { by: 'unitHead', goods: 'holds' },
    refuse: { by: 'unitHead', input: { reason: '请补充检修作业票号' } },
    startPicking: { by: 'storekeeper' },
    withdrawApproval: { by: 'unitHead', goods: 'releases', takesBack: true },
    writeOff: { by: 'requester', goods: 'releases', input: { reason: '检修计划取消' } },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    approved: ['submit', 'approve'],
    partlyIssued: ['submit', 'approve', next('goods-issue', 'issued', 'half')],
    issued: ['submit', 'approve', next('goods-issue', 'issued')],
    writtenOff: ['submit', 'approve', 'writeOff'],
  },
  milestones: {
    draftForSale: { course: 'sales', steps: [] },
    submittedForSale: { course: 'sales', steps: ['submit'] },
    approvedForSale: { course: 'sales', steps: approved },
    approvedPaper: { course: 'supplement', steps: approved },
  },
})
