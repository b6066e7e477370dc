import { concession } from '@kufang/contract/acceptance/concession.ts'
import { journeyOf } from '../document/journey/journey.ts'

const conceded = ['submit', 'approve'] as const

/** The engineer asks to accept rejected goods as they are, and quality approves; then they are received. */
export const concessionJourney = journeyOf(concession, {
  start: {
    by: 'materialEngineer',
    from: { document: 'rejected-goods', steps: ['confirm'] },
    request: ({ proposed }) => ({
      header: { ground: '设计单位 2026-117 号会签：非密封面，不影响使用' },
      lines: proposed.lines,
    }),
  },
  acts: {
    submit: { by: 'materialEngineer' },
    withdraw: { by: 'materialEngineer' },
    approve: { by: 'qualitySupervisor', goods: 'moves' },
    refuse: { by: 'qualitySupervisor', input: { reason: '依据不充分' } },
    requestReversal: { by: 'materialEngineer', input: { reason: '重复办理' } },
    approveReversal: { by: 'qualitySupervisor', goods: 'undoes' },
    refuseReversal: { by: 'qualitySupervisor', input: { reason: '冲销理由不充分' } },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    conceded,
    reversalRequested: [...conceded, 'requestReversal'],
    reversed: [...conceded, 'requestReversal', 'approveReversal'],
  },
})
