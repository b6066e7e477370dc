import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { BesideSlotProps, DocumentSlots } from '../kit/document/slots.ts'
import { LegacyLink } from '../legacy-documents/legacy-link.tsx'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'

const Panel = lazyPart(async () => ({ default: (await import('./stock-first.tsx')).StockFirst }))

/** While nobody has decided, the stock that could be taken is what decides. */
const open: ReadonlySet<string> = new Set(['draft', 'returned', 'submitted', 'toDirector'])

function StockBeside(props: BesideSlotProps): ReactNode {
  if (!open.has(props.document.header.state)) return null
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  )
}

export const documentSlots = {
  'delivery-note': { toolbar: LegacyLink },
  'request-delivery': { beside: StockBeside },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
