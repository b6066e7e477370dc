import { openDocument } from '../kit/document/document-path.ts'
import type { QuerySlots } from '../kit/pages/list/query-slots.ts'

export const querySlots = {
  // Whoever asks why a line is late looks at its arrival.
  'timely-storage': { opens: { docNo: (row) => openDocument('arrival', String(row['id'])) } },
} satisfies Readonly<Record<string, QuerySlots>>
