import { inspectionNotice } from '@kufang/contract/acceptance/inspection-notice.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { back, journeyOf, next } from '../document/journey/journey.ts'

const called = ['assign', 'confirmTime', 'confirmInspector'] as const

/** An arrival creates a notice: who inspects, when and where. */
export const inspectionNoticeJourney = journeyOf(inspectionNotice, {
  madeBy: { document: 'arrival', steps: ['confirm'] },
  acts: {
    assign: {
      by: 'qualitySupervisor',
      input: ({ inspectorAccount }) => ({
        inspectionUnit: '质量检验站',
        inspectionMethod: 'full',
        inspectorAccount,
      }),
    },
    reassign: {
      by: 'qualitySupervisor',
      input: ({ inspectorAccount }) => ({
        inspectionUnit: '质量检验站',
        inspectorAccount,
        reason: '任务调整',
      }),
    },
    confirmTime: {
      by: 'qualitySupervisor',
      input: ({ today }) => ({
        unpackingAt: `${addDays(today, 1)}T01:30:00.000Z`,
        unpackingPlace: '待检区',
        attendees: ['供应商', '使用车间', '质检员'],
      }),
    },
    withdrawTime: { by: 'qualitySupervisor' },
    confirmInspector: { by: 'qualitySupervisor' },
    withdrawInspector: { by: 'qualitySupervisor', takesBack: true },
  },
  reaches: {
    assigned: ['assign'],
    timeConfirmed: ['assign', 'confirmTime'],
    inspectorConfirmed: called,
    inspecting: [...called, next('inspection-order', 'qualified', 'half')],
    qualified: [...called, next('inspection-order', 'qualified')],
    partlyQualified: [...called, next('inspection-order', 'partlyQualified')],
    unqualified: [...called, next('inspection-order', 'unqualified')],
    cancelled: [back('reversePhysical')],
  },
})
