import { textOf } from '@kufang/kernel/text-of.ts'
import { openDocument } from '../kit/document/document-path.ts'
import type { QuerySlots } from '../kit/pages/list/query-slots.ts'

/** Additions to the queries of the area. */
export const querySlots: Readonly<Record<string, QuerySlots>> = {
  'item-history': {
    opens: {
      itemNo: (row) => openDocument(textOf(row['itemType']), textOf(row['itemId'])),
      documentNo: (row) => openDocument(textOf(row['documentType']), textOf(row['documentId'])),
    },
  },
}
