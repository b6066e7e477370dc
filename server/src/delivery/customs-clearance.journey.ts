import { customsClearance } from '@kufang/contract/delivery/customs-clearance.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { back, beside, journeyOf } from '../document/journey/journey.ts'

/** The supplier announces imported goods, the storekeeper confirms them; customs releases them, and they arrive. */
export const customsClearanceJourney = journeyOf(customsClearance, {
  madeBy: {
    document: 'delivery-note',
    steps: { course: 'imported', steps: ['submit', 'confirm'] },
  },
  acts: {
    declare: {
      by: 'customs',
      input: ({ today }) => ({
        customsDeclarationNo: `2248${today.slice(0, 4)}1000${today.slice(5).replace('-', '')}88`,
        declaredOn: addDays(today, -1),
        customsOffice: '澜港海关',
      }),
      lines: () => ({ hsCode: '8481804090' }),
    },
    inspect: { by: 'customs', input: ({ today }) => ({ inspectedOn: today }) },
    endInspection: { by: 'customs', input: { inspectionFinding: '查验无异常' } },
    release: { by: 'customs', input: ({ today }) => ({ customsReleaseDate: today }) },
    withdraw: { by: 'customs', input: { reason: '海关撤销' } },
  },
  reaches: {
    declared: ['declare'],
    inspecting: ['declare', 'inspect'],
    released: ['declare', 'inspect', 'endInspection', 'release'],
    arrived: ['declare', 'release', beside('arrival', 'arrived')],
    cancelled: ['declare', back('writeOff')],
  },
})
