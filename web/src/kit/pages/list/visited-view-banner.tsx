import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../feedback/lazy-part.tsx'
import { ErrorBanner } from '../../feedback/error-banner.tsx'
import { toast } from '../../feedback/toast.ts'
import { readLayout } from '../../grid/column-store.ts'
import { newIdempotencyKey } from '../../api/client.ts'
import { usePageLocation, usePageQuery } from '../../tab/page-location.ts'
import { useMessages } from '../../text/messages.ts'
import type { ListState } from './list-state.ts'
import { asContent, nameProblem, useListViews, viewsMax, withView } from './list-views.ts'
import { openSharedView } from './shared-view.ts'
import { viewMessages } from './view-messages.ts'

const ViewNameDialog = lazyPart(
  async () => ({
    default: (await import('./view-name-dialog.tsx')).ViewNameDialog,
  }),
  'overlay',
)

/** The view of the link and what may be done with it. */
export function VisitedViewBanner({
  pageKey,
  state,
}: {
  pageKey: string
  state: ListState
}): ReactNode {
  const t = useMessages(viewMessages)
  const { dropSearch } = usePageLocation()
  const [isAsking, setAsking] = useState(false)
  const { known, change } = useListViews(pageKey)
  const wanted = usePageQuery().get('view')
  const { data, error } = useQuery({
    queryKey: ['shared-view', wanted],
    queryFn: ({ signal }) => openSharedView(wanted ?? '', signal),
    enabled: wanted !== null,
    staleTime: Infinity,
    retry: false,
  })
  const isHere = wanted !== null && data?.pageKey === pageKey
  const { visit, visitedId } = state
  useEffect(() => {
    if (isHere && visitedId !== data.id) visit(data.id, asContent(data.content))
    // oxlint-disable-next-line react/exhaustive-deps -- once per link: what the person changes then stays
  }, [isHere, data?.id])
  const leave = (keep: { id: string } | null): void => {
    state.leave(keep)
    dropSearch()
  }
  const keep = (name: string): void => {
    setAsking(false)
    const view = {
      id: newIdempotencyKey(),
      name,
      ...state.conditions,
      layout: readLayout(pageKey),
    }
    change(withView(known, view))
    leave({ id: view.id })
    toast.success(t('saved', { name }))
  }
  if (wanted !== null && error !== null) return <ErrorBanner error={error} />
  if (!isHere || visitedId !== data.id) return null
  const start = (): void => {
    if (known.views.length >= viewsMax) toast.warning(t('tooMany', { limit: viewsMax }))
    else if (nameProblem(known, data.name, null) === null) keep(data.name)
    else setAsking(true)
  }
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={t('visiting', { name: data.name, person: data.createdByName })}
        action={
          <>
            <Button type="link" size="small" onClick={start}>
              {t('keep')}
            </Button>
            <Button type="link" size="small" onClick={() => leave(null)}>
              {t('leave')}
            </Button>
          </>
        }
      />
      {isAsking && (
        <Suspense fallback={null}>
          <ViewNameDialog
            title={t('keep')}
            known={known}
            own={null}
            initial={data.name}
            onName={keep}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
