import { consignmentClosing } from '@kufang/contract/receiving/consignment-closing.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** The supplier takes consignment goods away again before they are received. */
export const consignmentClosingJourney = journeyOf(consignmentClosing, {
  start: {
    by: 'storekeeper',
    from: { document: 'arrival', steps: ['confirm'] },
    isConsignment: true,
    request: ({ proposed }) => ({
      header: { ...proposed.header, closeReason: '供应商已将货物拉回' },
      lines: proposed.lines,
    }),
  },
  acts: {
    close: { by: 'storekeeper' },
    withdraw: { by: 'storekeeper', input: { reason: '关闭有误' } },
  },
  reaches: {
    closed: ['close'],
    withdrawn: ['close', 'withdraw'],
  },
})
