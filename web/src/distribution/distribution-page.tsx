import { Segmented } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { distributionOrder } from '@kufang/contract/distribution/distribution-order.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { DocumentList } from '../kit/pages/list/document-list.tsx'
import { usePageLocation } from '../kit/tab/page-location.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { DistributionBoard } from './distribution-board.tsx'

const messages = defineMessages({
  view: { zh: '显示方式', en: 'View' },
  board: { zh: '看板', en: 'Board' },
  list: { zh: '列表', en: 'List' },
})

const path = '/distribu/deliveryOrderDistribute'

/** 配送单分配: orders are put onto the trips of vehicles and days; the list shows the same orders. A link names a row of it. */
export default function DistributionPage(): ReactNode {
  const t = useMessages(messages)
  const { search } = usePageLocation()
  const [view, setView] = useState<'board' | 'list'>(search === '' ? 'board' : 'list')
  const [followed, setFollowed] = useState(search)
  if (search !== followed) {
    setFollowed(search)
    if (search !== '') setView('list')
  }
  return (
    <PageFrame
      path={path}
      titleExtra={
        <Segmented
          aria-label={t('view')}
          value={view}
          options={[
            { value: 'board', label: t('board') },
            { value: 'list', label: t('list') },
          ]}
          onChange={setView}
        />
      }
    >
      {view === 'board' ? (
        <DistributionBoard />
      ) : (
        <DocumentList
          definition={distributionOrder}
          page={distributionOrder.pages[path]!}
          path={path}
        />
      )}
    </PageFrame>
  )
}
