import { replenishmentRequest } from '@kufang/contract/safe-stock/replenishment-request.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** What is missing to a quota in force is asked for; the purchase request in SAP takes it over. */
export const replenishmentRequestJourney = journeyOf(replenishmentRequest, {
  start: {
    by: 'requester',
    needs: { document: 'safe-stock-change', steps: ['submit', 'approve'] },
    request: ({ lines, ground }) => ({
      header: {
        plant: ground.plant,
        storageLocation: ground.storageLocation,
        requiredDate: addDays(ground.today, 60),
      },
      lines: lines.map(({ materialNo, quantity }) => ({ materialNo, quantity })),
    }),
  },
  acts: {
    submit: { by: 'requester' },
    place: { by: 'buyer', input: { purchaseRequestNo: '0010098765' } },
    cancel: { by: 'requester', input: { reason: '需求取消' } },
  },
  reaches: {
    requested: ['submit'],
    placed: ['submit', 'place'],
    cancelled: ['submit', 'cancel'],
  },
})
