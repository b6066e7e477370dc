import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../feedback/lazy-part.tsx'
import { usePageQuery } from '../../tab/page-location.ts'
import type { ListState } from './list-state.ts'

const VisitedViewBanner = lazyPart(async () => ({
  default: (await import('./visited-view-banner.tsx')).VisitedViewBanner,
}))

/** A shared view opened by its link: shown without changing the user's own layout, and saved on request. */
export function VisitedView(props: { pageKey: string; state: ListState }): ReactNode {
  if (usePageQuery().get('view') === null) return null
  return (
    <Suspense fallback={null}>
      <VisitedViewBanner {...props} />
    </Suspense>
  )
}
