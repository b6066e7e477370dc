import { reservation } from '@kufang/contract/external-documents/reservation.ts'
import { journeyOf, mirrorBecomes } from '../document/journey/journey.ts'

/** A reservation is the ERP's own: what becomes of it comes from there. */
export const reservationJourney = journeyOf(reservation, {
  madeBy: 'erp',
  acts: {},
  reaches: {
    completed: [mirrorBecomes('completed')],
    deleted: [mirrorBecomes('deleted')],
  },
})
