import { useQuery } from '@tanstack/react-query'
import { Flex, Segmented } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Filter, ListResponse } from '@kufang/contract/document/api.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { openDocument } from '../kit/document/document-path.ts'
import { deciderStore } from '../kit/session/decider.ts'
import { printInFrame } from '../kit/document/print/print-frame.tsx'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { useStore } from '../kit/state/store.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { WalkSheet } from './walk-sheet.tsx'
import style from './walk-sheet.css?inline'
import './walk-sheet.css'

const messages = defineMessages({
  title: { zh: '拣货路线', en: 'Picking walk' },
  print: { zh: '打印', en: 'Print' },
  whose: { zh: '谁的拣货任务', en: 'Whose picking' },
  mine: { zh: '我的', en: 'Mine' },
  all: { zh: '全部', en: 'All' },
  count: {
    zh: '{lines} 行，{bins} 个货位，{issues} 张出库单',
    en: '{lines} {lines|line|lines}, {bins} {bins|bin|bins}, {issues} {issues|goods issue|goods issues}',
  },
  capped: {
    zh: '只显示前 {lines} 行，拣完后再打开',
    en: 'The first {lines} {lines|line|lines} shown; open it again when they are picked',
  },
  none: {
    zh: '没有待拣货的行。请先勾选领料单，点“开始拣货”。',
    en: 'Nothing is to be picked. Select requisitions and press “Start picking” first.',
  },
  next: {
    zh: '拣完后点出库单号打开，由提货人签收出库',
    en: 'When all is picked, press the number of a goods issue to open it, and issue it to whoever picks it up',
  },
})

const linesMax = 500

/** The lines to be picked, in the order of the bins, on the screen and on paper. */
export function PickingWalk({ onClose }: { onClose: () => void }): ReactNode {
  const t = useMessages(messages)
  const decider = useStore(deciderStore)
  const [isMine, setMine] = useState(true)
  const filters: Filter[] =
    isMine && decider !== null
      ? [{ field: 'createdById', operator: 'eq', value: decider.userId }]
      : []
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['picking-walk', isMine, decider?.userId],
    queryFn: ({ signal }) =>
      api.post<ListResponse<Row>>(
        '/api/queries/picking-walk/list',
        { filters, size: linesMax },
        { signal },
      ),
    staleTime: 0,
  })
  const rows = data?.rows ?? []
  const print = (): void => {
    try {
      printInFrame({
        title: t('title'),
        style: `@page { size: A4 portrait; margin: 12mm; }\n${style}`,
        content: <WalkSheet rows={rows} />,
      })
    } catch (thrown) {
      toast.error(thrown)
    }
  }
  const distinct = (...fields: string[]): number =>
    new Set(rows.map((row) => fields.map((field) => String(row[field])).join(' '))).size
  return (
    <Dialog
      isOpen
      size="broad"
      title={t('title')}
      onClose={onClose}
      actionText={t('print')}
      onAction={print}
      actionRefusal={rows.length === 0 ? t('none') : null}
      footerExtra={rows.length === 0 ? undefined : t('next')}
    >
      <Flex gap={12} align="center" style={{ marginBottom: 8 }}>
        <Segmented
          aria-label={t('whose')}
          value={isMine ? 'mine' : 'all'}
          options={[
            { value: 'mine', label: t('mine') },
            { value: 'all', label: t('all') },
          ]}
          onChange={(value) => setMine(value === 'mine')}
        />
        <span role="status">
          {t('count', {
            lines: rows.length,
            bins: distinct('plant', 'storageLocation', 'bin'),
            issues: distinct('docNo'),
          })}{' '}
          {data?.nextCursor ? t('capped', { lines: rows.length }) : ''}
        </span>
      </Flex>
      {data === undefined ? (
        <TabState error={error} isLoading={isLoading} onRetry={refetch} />
      ) : rows.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <WalkSheet
          rows={rows}
          onOpen={(id) => {
            onClose()
            openDocument('goods-issue', id)
          }}
        />
      )}
    </Dialog>
  )
}
