import type { QueryName } from '@kufang/contract/queries.ts'
import type { QuerySlots } from '../kit/pages/list/query-slots.ts'
import { callSlots } from './call-slots.tsx'
import { operationSlots } from './operation-slots.tsx'

export const querySlots = {
  'erp-call': callSlots,
  operation: operationSlots,
} satisfies Partial<Record<QueryName, QuerySlots>>
