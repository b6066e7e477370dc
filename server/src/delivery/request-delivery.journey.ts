import { requestDelivery } from '@kufang/contract/delivery/request-delivery.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { journeyOf, systemDoes } from '../document/journey/journey.ts'
import { orderRequests } from '../external-documents/public.ts'

const approved = ['submit', 'review'] as const

/** The price of the requests of a course is above every usual limit. */
const isExpensive = systemDoes((database, { companyCode, id }) =>
  database.query(
    `update purchase_request_line set price = 100000
     where company_code = $1 and document_id = $2
       and (select coalesce(sum(o.price * o.quantity), 0) from purchase_request_line o
         where o.company_code = $1 and o.document_id = $2) <= 20000`,
    [companyCode, id],
  ),
)

/** Purchasing makes the order of what the document announces. */
const isOrdered = systemDoes(async (database, { companyCode, id }) => {
  const lines = await database.query<{ sourceId: string; supplierNo: string }>(
    `select distinct l.source_id, h.supplier_no from request_delivery h
     join request_delivery_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = $1 and h.id = $2`,
    [companyCode, id],
  )
  await orderRequests(
    database,
    companyCode,
    lines[0]!.supplierNo,
    lines.map(({ sourceId }) => sourceId),
  )
})

/** A buyer announces goods before they are ordered; who is responsible looks for stock first, and approves what is bought. */
export const requestDeliveryJourney = journeyOf(requestDelivery, {
  start: {
    by: 'buyer',
    from: { document: 'purchase-request', steps: [] },
    courses: { large: { from: { document: 'purchase-request', steps: [isExpensive] } } },
    needsStock: true,
    request: ({ lines, ground }) => ({
      header: {
        supplierNo: ground.supplierNo,
        announcementCause: 'framework',
        etaDate: addDays(ground.today, 2),
        carrier: '澜港物流',
        plateNo: '澜A·26118',
        phone: '13900009001',
      },
      lines: lines.map(({ source, quantity }) => ({ source: source!, quantity })),
    }),
  },
  acts: {
    submit: { by: 'buyer' },
    withdraw: { by: 'buyer' },
    review: { by: 'materialEngineer' },
    refuse: { by: 'materialEngineer', input: { reason: '请补充框架协议号' } },
    reviewDirector: { by: 'materialChief' },
    refuseDirector: { by: 'materialChief', input: { reason: '请说明价格依据' } },
    decline: { by: 'materialEngineer', input: { reason: '不再需要' } },
    takeStock: {
      by: 'materialEngineer',
      input: ({ pickingUnit, requester }) => ({ pickingUnit, requester }),
      lines: ({ openQuantity, quantity }) => ({ takenQuantity: openQuantity ?? quantity }),
    },
    announce: { by: 'buyer', after: [isOrdered] },
    cancel: { by: 'buyer', input: { reason: '录入错误' } },
  },
  reaches: {
    submitted: ['submit'],
    toDirector: { course: 'large', steps: ['submit', 'review'] },
    returned: ['submit', 'refuse'],
    approved,
    declined: ['submit', 'decline'],
    covered: ['submit', 'takeStock'],
    announced: [...approved, isOrdered, 'announce'],
    cancelled: [...approved, 'cancel'],
  },
})
