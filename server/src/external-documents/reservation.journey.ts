import { reservation } from '@kufang/contract/external-documents/reservation.ts'
import { journeyOf, mirrorBecomes } from '../document/journey/journey.ts'

/** Reservations are maintained in the ERP, which determines their state. */
export const reservationJourney = journeyOf(reservation, {
  madeBy: 'erp',
  acts: {},
  reaches: {
    completed: [mirrorBecomes('completed')],
    deleted: [mirrorBecomes('deleted')],
  },
})
