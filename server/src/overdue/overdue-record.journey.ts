import { overdueRecord } from '@kufang/contract/overdue/overdue-record.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { beside, deliveryDatesPass, journeyOf, systemDoes } from '../document/journey/journey.ts'
import { keepOverdueRecords } from './keep-records.ts'

/** Nobody delivers in time; the supplier explains, the buyer decides who is responsible, and the goods arrive late. */
export const overdueRecordJourney = journeyOf(overdueRecord, {
  madeBy: {
    document: 'purchase-order',
    steps: [
      deliveryDatesPass,
      systemDoes((database, { companyCode, id }) =>
        keepOverdueRecords(database, companyCode, { orderId: id }),
      ),
    ],
  },
  acts: {
    answer: {
      by: 'supplier',
      input: ({ today }) => ({
        overdueReason: 'production',
        explanation: '铸件返修，热处理排产推迟',
        promisedDate: addDays(today, 7),
      }),
    },
    decide: {
      by: 'buyer',
      input: { responsibleParty: 'supplier', responsibilityNote: '排产延误，由供应商负责' },
    },
    returnToSupplier: { by: 'buyer', input: { reason: '新承诺日不可接受' } },
    requestExclusion: {
      by: 'buyer',
      input: { exclusion: 'excluded', reason: '买方书面同意延期' },
    },
    approveExclusion: { by: 'materialChief' },
    refuseExclusion: { by: 'materialChief', input: { reason: '缺少证明材料' } },
    close: { by: 'buyer', input: { reason: '双方协商取消' } },
  },
  reaches: {
    answered: ['answer'],
    decided: ['answer', 'decide'],
    exclusionRequested: ['answer', 'decide', 'requestExclusion'],
    arrived: [
      'decide',
      beside('delivery-note', 'arrived'),
      systemDoes((database, { companyCode }) =>
        keepOverdueRecords(database, companyCode, { isRecordedOnly: true }),
      ),
    ],
    closed: ['close'],
  },
})
