import { CheckCircleOutlined, CloudDownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Space } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import {
  goingLiveStep,
  goingLiveSteps,
  type BooksComparison,
  type GoingLiveRow,
  type GoingLiveStep,
} from '@kufang/contract/stock/going-live.ts'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import { api } from '../kit/api/client.ts'
import { openDocument } from '../kit/document/document-path.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  title: { zh: '各库存地点上线进度', en: 'Progress of each storage location' },
  explain: {
    zh: '读取 SAP 库存 → 录入实盘（差异逐行说明原因）→ 审核初始化 → 差异过账 → 核对两账',
    en: 'Read the ERP stock → enter the count (each difference with its reason) → review → post differences → compare both books',
  },
  done: {
    zh: '{done} / {all} 个库存地点已上线',
    en: '{done} of {all} storage locations are live',
  },
  readAll: { zh: '读取全部 SAP 库存', en: 'Read all ERP stock' },
  compareAll: { zh: '核对两账', en: 'Compare both books' },
  working: { zh: '{at} / {of}', en: '{at} of {of}' },
  step: { zh: '下一步', en: 'Next step' },
  erpKeys: { zh: 'SAP 库存项', en: 'Kinds in the ERP' },
  readAt: { zh: 'SAP 读取时间', en: 'ERP read at' },
  document: { zh: '初始化单', en: 'Document' },
  differing: { zh: '差异行', en: 'Differing lines' },
  openOrders: { zh: '未清订单行', en: 'Open order lines' },
  openReservations: { zh: '未清预留行', en: 'Open reservation items' },
  comparison: { zh: '两账核对', en: 'Both books' },
  equal: { zh: '{keys} 项一致', en: '{keys} {keys|kind|kinds} agree' },
  explained: {
    zh: '{keys} 项，其中 {explained} 项待过账',
    en: '{keys} {keys|kind|kinds}, {explained} to be posted',
  },
  unexplained: {
    zh: '{unexplained} 项无法解释，请核对',
    en: '{unexplained} unexplained, look into them',
  },
  comparedAt: { zh: '核对时间', en: 'Compared at' },
  empty: { zh: '您的数据范围内没有库存地点', en: 'No storage location in your data scope' },
})

type ShownRow = GoingLiveRow & {
  rowId: string
  step: GoingLiveStep
  comparison: BooksComparison | null
  comparedAt: string | null
}

const placeOf = ({ plant, storageLocation }: Pick<GoingLiveRow, 'plant' | 'storageLocation'>) =>
  `${plant}/${storageLocation}`

/** Calls the server for one storage location after the other, because each call reads the ERP; counts them. */
function useEach(): {
  progress: { at: number; of: number } | null
  each: (rows: readonly GoingLiveRow[], call: (row: GoingLiveRow) => Promise<void>) => void
} {
  const [progress, setProgress] = useState<{ at: number; of: number } | null>(null)
  const run = async (
    rows: readonly GoingLiveRow[],
    call: (row: GoingLiveRow) => Promise<void>,
  ): Promise<void> => {
    try {
      for (const [index, row] of rows.entries()) {
        setProgress({ at: index, of: rows.length })
        // oxlint-disable-next-line no-await-in-loop -- one reading of the ERP at a time
        await call(row)
      }
    } finally {
      setProgress(null)
    }
  }
  return { progress, each: (rows, call) => void run(rows, call).catch(toast.error) }
}

/** 上线进度: how far the initial stock of each storage location is, what comes next, and the proof at the end. */
// oxlint-disable-next-line max-lines-per-function -- one table: its columns are most of it
export default function GoingLivePanel(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const version = useEntityVersion('stock-initialisation')
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['stock', 'going-live', version],
    queryFn: ({ signal }) => api.get<GoingLiveRow[]>('/api/stock/going-live', { signal }),
    staleTime: 0,
  })
  const [comparisons, setComparisons] = useState<Readonly<Record<string, BooksComparison>>>({})
  const { progress, each } = useEach()
  const rows = useMemo(
    () =>
      (data ?? []).map((row): ShownRow => ({
        ...row,
        rowId: placeOf(row),
        step: goingLiveStep(row),
        comparison: comparisons[placeOf(row)] ?? null,
        comparedAt: comparisons[placeOf(row)]?.at ?? null,
      })),
    [data, comparisons],
  )
  const unread = rows.filter(({ document, hasMoved }) => document === null && !hasMoved)
  const begun = rows.filter(({ step }) => step === 'live' || step === 'begunOtherwise')
  const comparable = rows.filter(({ document, hasMoved }) => document !== null || hasMoved)
  const columns = useMemo(
    (): GridColumn<ShownRow>[] => [
      { ...fieldColumn<ShownRow>('plant', stockQuery.fields.plant), width: 60, pinned: 'left' },
      {
        ...fieldColumn<ShownRow>('storageLocation', stockQuery.fields.storageLocation),
        width: 190,
        pinned: 'left',
        text: (row) => `${row.storageLocation} ${row.name}`,
      },
      {
        field: 'step',
        label: t('step'),
        kind: 'state',
        width: 120,
        states: Object.entries(goingLiveSteps).map(([value, { label: words, tone }]) => ({
          value,
          label: words,
          tone,
        })),
      },
      {
        field: 'comparison',
        label: t('comparison'),
        kind: 'text',
        width: 190,
        isSortable: false,
        text: ({ comparison }) => {
          if (comparison === null) return '–'
          const { keys, explained, unexplained } = comparison
          const words = { keys, explained, unexplained }
          if (unexplained > 0) return t('unexplained', words)
          return explained > 0 ? t('explained', words) : t('equal', words)
        },
      },
      { field: 'comparedAt', label: t('comparedAt'), kind: 'instant', width: 140 },
      {
        field: 'document',
        label: t('document'),
        kind: 'text',
        width: 150,
        isSortable: false,
        text: (row) => row.document?.docNo ?? '–',
        render: ({ document }) =>
          document === null ? (
            '–'
          ) : (
            <Button
              type="link"
              size="small"
              onClick={() => openDocument('stock-initialisation', document.id)}
            >
              {document.docNo}
            </Button>
          ),
      },
      {
        field: 'differing',
        label: t('differing'),
        kind: 'integer',
        width: 80,
        text: (row) => (row.document === null ? '–' : String(row.document.differing)),
      },
      {
        field: 'erpKeys',
        label: t('erpKeys'),
        kind: 'integer',
        width: 100,
        text: ({ readAt, erpKeys }) => (readAt === null ? '–' : String(erpKeys)),
      },
      { field: 'readAt', label: t('readAt'), kind: 'instant', width: 140 },
      { field: 'openOrderLines', label: t('openOrders'), kind: 'integer', width: 100 },
      { field: 'openReservationLines', label: t('openReservations'), kind: 'integer', width: 100 },
    ],
    [t],
  )
  if (data === undefined)
    return <TabState error={error} isLoading={isLoading} onRetry={refetch} empty="" />
  if (rows.length === 0)
    return <TabState error={null} isLoading={false} onRetry={refetch} empty={t('empty')} />
  const read = async ({ plant, storageLocation }: GoingLiveRow): Promise<void> => {
    await api.post('/api/stock/erp-reading', { plant, storageLocation })
    await refetch()
  }
  const compare = async (row: GoingLiveRow): Promise<void> => {
    const { plant, storageLocation } = row
    const found = await api.post<BooksComparison>('/api/stock/going-live/compare', {
      plant,
      storageLocation,
    })
    setComparisons((known) => ({ ...known, [placeOf(row)]: found }))
  }
  const isBusy = progress !== null
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <span>{t('explain')}</span>
      <Space wrap>
        <Button
          type={unread.length > 0 ? 'primary' : 'default'}
          icon={<CloudDownloadOutlined aria-hidden />}
          disabled={isBusy || unread.length === 0}
          onClick={() => each(unread, read)}
        >
          {t('readAll')}
        </Button>
        <Button
          type={unread.length > 0 ? 'default' : 'primary'}
          icon={<CheckCircleOutlined aria-hidden />}
          disabled={isBusy || comparable.length === 0}
          onClick={() => each(comparable, compare)}
        >
          {t('compareAll')}
        </Button>
        <span>{t('done', { done: begun.length, all: rows.length })}</span>
        {progress !== null && <span role="status">{t('working', progress)}</span>}
      </Space>
      <Progress
        percent={Math.round(
          progress === null
            ? (100 * begun.length) / rows.length
            : (100 * progress.at) / Math.max(1, progress.of),
        )}
        aria-label={label({ zh: messages.title.zh, en: messages.title.en })}
      />
      <div style={{ height: 'calc(100vh - 330px)', display: 'flex' }}>
        <DataGrid
          pageKey="/Stock/stockInitialization going-live"
          ariaLabel={t('title')}
          columns={columns}
          source={{ kind: 'rows', rows }}
          rowId={(row) => row.rowId}
        />
      </div>
    </Space>
  )
}
