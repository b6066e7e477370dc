import type { QueryName } from '@kufang/contract/queries.ts'
import { registerSlots } from './kit/document/slots.ts'
import { registerQuerySlots } from './kit/pages/list/query-slots.ts'
import type { QuerySlots } from './kit/pages/list/query-slots.ts'
import { inspectionOrderSlots } from './acceptance/slots.tsx'
import { deliveryNoteSlots } from './delivery/slots.tsx'
import { mirrorSlots } from './external-documents/slots.tsx'
import { goodsIssueSlots } from './issue/slots.tsx'
import { callSlots } from './logs/call-slots.tsx'
import { operationSlots } from './logs/operation-slots.tsx'
import { goodsReceiptSlots } from './receiving/slots.tsx'
import { followSession } from './session-decider.ts'
import { stockInitialisationSlots } from './stock/slots.tsx'

/** The only list of what areas add to the page shells, by document. */
registerSlots({
  ...mirrorSlots,
  'delivery-note': deliveryNoteSlots,
  'inspection-order': inspectionOrderSlots,
  'goods-receipt': goodsReceiptSlots,
  'goods-issue': goodsIssueSlots,
  'stock-initialisation': stockInitialisationSlots,
})

/** …and to the pages of declared queries. */
registerQuerySlots({
  'erp-call': callSlots,
  operation: operationSlots,
} satisfies Partial<Record<QueryName, QuerySlots>>)

// Pages are first loaded after somebody has signed in; from then on their rules know who.
followSession()
