import { Segmented } from 'antd'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { MasterList } from '../kit/pages/master-page.tsx'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { usePageLocation } from '../kit/tab/page-location.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { RelationBoard } from './relation-board.tsx'
import { relationKinds } from './relation-kinds.ts'

const messages = defineMessages({
  view: { zh: '显示方式', en: 'View' },
  board: { zh: '看板', en: 'Board' },
  list: { zh: '列表', en: 'List' },
})

/** The page of a relation between masters: its rows, or a board on which a whole group is related at once. */
export function relationScreen(path: string): ComponentType {
  const kind = relationKinds[path]!
  return function RelationScreen(): ReactNode {
    const t = useMessages(messages)
    const { search } = usePageLocation()
    const [view, setView] = useState<'list' | 'board'>('list')
    const [followed, setFollowed] = useState(search)
    if (search !== followed) {
      setFollowed(search)
      if (search !== '') setView('list')
    }
    const chooser = (
      <Segmented
        aria-label={t('view')}
        value={view}
        options={(['list', 'board'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={setView}
      />
    )
    if (view === 'list')
      return <MasterList definition={kind.definition} path={path} beside={chooser} />
    return (
      <PageFrame path={path} titleExtra={chooser}>
        <RelationBoard kind={kind} />
      </PageFrame>
    )
  }
}
