import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import { api } from '../kit/api/client.ts'
import { openDocument } from '../kit/document/document-path.ts'
import { stockEntity } from '../kit/document/related.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { fieldColumn } from '../kit/fields/field-column.ts'
import { ReferencePicker } from '../kit/fields/reference-picker.tsx'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import pages from '../kit/pages/frame/pages.module.css'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { findingOf } from './erp-stock.ts'
import type { ErpStockRow, Finding } from './erp-stock.ts'

const messages = defineMessages({
  title: { zh: 'SAP 与实物对照', en: 'ERP beside physical stock' },
  choose: {
    zh: '选择工厂后查询：数量从 SAP 实时读取',
    en: 'Choose a plant: quantities are read live from SAP',
  },
  query: { zh: '查询', en: 'Search' },
  all: { zh: '全部', en: 'All' },
  differing: { zh: '有差异', en: 'Differing' },
  local: { zh: '本地实物', en: 'Here' },
  erp: { zh: 'SAP', en: 'SAP' },
  inFlight: { zh: '未过账', en: 'Not yet booked' },
  difference: { zh: '差异', en: 'Difference' },
  gap: { zh: '未解释', en: 'Unexplained' },
  finding: { zh: '结论', en: 'Finding' },
  documents: { zh: '在途单据', en: 'Documents on their way' },
  equal: { zh: '一致', en: 'Equal' },
  explained: { zh: '由未过账单据解释', en: 'Explained by unposted documents' },
  unexplained: { zh: '无法解释，请核对', en: 'Unexplained; look into it' },
  readAt: { zh: '读取时间 {at}', en: 'Read at {at}' },
  empty: { zh: '两边都没有库存', en: 'Nothing on either side' },
})

const tones = {
  equal: 'done',
  explained: 'waiting',
  unexplained: 'failed',
} as const satisfies Record<Finding, string>

interface Asked {
  plant: string
  storageLocation: string | null
  materialNo: string | null
}

type ShownRow = ErpStockRow & { finding: Finding; rowId: string }

/** A column that both lists of stock share. */
const declared = (name: keyof typeof stockQuery.fields): GridColumn<ShownRow> =>
  fieldColumn<ShownRow>(name, stockQuery.fields[name])

/** 实时查询SAP库存: the ERP's current quantity and ours, with the documents that explain each difference. */
// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
export default function SapStockSearch(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [form, setForm] = useState<Omit<Asked, 'plant'> & { plant: string | null }>({
    plant: null,
    storageLocation: null,
    materialNo: null,
  })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [onlyDiffering, setOnlyDiffering] = useState(false)
  const version = useEntityVersion(stockEntity)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['stock', 'erp', asked, version],
    queryFn: ({ signal }) =>
      api.post<{ at: string; rows: ErpStockRow[] }>(
        '/api/stock/erp',
        {
          plant: asked?.plant,
          ...(asked?.storageLocation != null && { storageLocation: asked.storageLocation }),
          ...(asked?.materialNo != null && { materialNo: asked.materialNo }),
        },
        { signal },
      ),
    enabled: asked !== null,
    staleTime: 0,
  })
  const rows = useMemo(
    () =>
      (data?.rows ?? [])
        .map((row, index): ShownRow => ({ ...row, finding: findingOf(row), rowId: String(index) }))
        .filter((row) => !onlyDiffering || row.finding !== 'equal'),
    [data, onlyDiffering],
  )
  const columns = useMemo(
    (): GridColumn<ShownRow>[] => [
      { ...declared('materialNo'), pinned: 'left' },
      declared('description'),
      {
        field: 'finding',
        label: t('finding'),
        kind: 'state',
        width: 160,
        states: (['equal', 'explained', 'unexplained'] as const).map((value) => ({
          value,
          label: t(value),
          tone: tones[value],
        })),
      },
      declared('storageLocation'),
      declared('batch'),
      declared('stockCategory'),
      declared('specialStock'),
      declared('specialStockReference'),
      { field: 'local', label: t('local'), kind: 'quantity', unitField: 'unit', width: 94 },
      { field: 'erp', label: t('erp'), kind: 'quantity', unitField: 'unit', width: 94 },
      { field: 'inFlight', label: t('inFlight'), kind: 'quantity', width: 90 },
      { field: 'difference', label: t('difference'), kind: 'quantity', width: 90 },
      { field: 'unexplained', label: t('gap'), kind: 'quantity', width: 90 },
      {
        field: 'documents',
        label: t('documents'),
        kind: 'text',
        width: 260,
        isSortable: false,
        render: (row) =>
          (row.documents ?? []).map((document) => (
            <Button
              key={document.id}
              type="link"
              size="small"
              onClick={() => openDocument(document.type, document.id)}
            >
              {document.docNo}
            </Button>
          )),
      },
    ],
    [t],
  )
  const { plant } = form
  return (
    <PageFrame
      path="/Stock/sapStockSearch"
      titleExtra={data !== undefined && <span>{t('readAt', { at: momentText(data.at) })}</span>}
      actions={
        <Segmented
          value={onlyDiffering ? 'differing' : 'all'}
          onChange={(value) => setOnlyDiffering(value === 'differing')}
          options={[
            { value: 'all', label: t('all') },
            { value: 'differing', label: t('differing') },
          ]}
        />
      }
    >
      <div className={pages.filters} role="search">
        {(['plant', 'storageLocation', 'materialNo'] as const).map((name) => (
          <span key={name} className={pages.filter}>
            <span className={pages.filterLabel} aria-hidden="true">
              {label(stockQuery.fields[name].label)}
            </span>
            <span style={{ display: 'inline-block', width: name === 'materialNo' ? 220 : 160 }}>
              <ReferencePicker
                master={stockQuery.fields[name].master}
                ariaLabel={label(stockQuery.fields[name].label)}
                value={form[name]}
                narrow={name === 'storageLocation' && plant !== null ? { plant } : {}}
                onChange={(value) => setForm({ ...form, [name]: value })}
              />
            </span>
          </span>
        ))}
        <Button
          type="primary"
          loading={isFetching}
          disabled={plant === null}
          onClick={() => {
            if (plant === null) return
            const next = { ...form, plant }
            if (JSON.stringify(next) === JSON.stringify(asked)) refetch().catch(console.error)
            else setAsked(next)
          }}
        >
          {t('query')}
        </Button>
      </div>
      {data === undefined ? (
        <TabState
          error={error}
          isLoading={isFetching}
          onRetry={refetch}
          empty={label({ zh: messages.choose.zh, en: messages.choose.en })}
        />
      ) : (
        <DataGrid
          pageKey="/Stock/sapStockSearch"
          ariaLabel={t('title')}
          columns={columns}
          source={{ kind: 'rows', rows }}
          rowId={(row) => row.rowId}
        />
      )}
    </PageFrame>
  )
}
