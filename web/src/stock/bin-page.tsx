import { Segmented } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { bin } from '@kufang/contract/masters/bin.ts'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import { MasterList } from '../kit/pages/master-page.tsx'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { usePageLocation } from '../kit/tab/page-location.ts'
import { useMessages } from '../kit/text/messages.ts'
import { mapMessages } from './bin-map-messages.ts'

export const BinMapPart = lazyPart(async () => ({
  default: (await import('./bin-map.tsx')).BinMapView,
}))

const path = '/base/locationMgr'

/** List or map; a link with conditions leads to the list. */
export function useMapSwitch(): { isMap: boolean; chooser: ReactNode } {
  const t = useMessages(mapMessages)
  const { search } = usePageLocation()
  const [view, setView] = useState<'list' | 'map'>('list')
  const [followed, setFollowed] = useState(search)
  if (search !== followed) {
    setFollowed(search)
    if (search !== '') setView('list')
  }
  return {
    isMap: view === 'map',
    chooser: (
      <Segmented
        aria-label={t('view')}
        value={view}
        options={(['list', 'map'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={setView}
      />
    ),
  }
}

/** 货位管理: the bins as a list that is maintained, or on the map, where they are put into their places. */
export default function BinPage(): ReactNode {
  const { isMap, chooser } = useMapSwitch()
  if (!isMap) return <MasterList definition={bin} path={path} beside={chooser} />
  return (
    <PageFrame path={path} titleExtra={chooser}>
      <Suspense fallback={null}>
        <BinMapPart canEdit />
      </Suspense>
    </PageFrame>
  )
}
