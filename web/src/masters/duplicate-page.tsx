import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { materialPair, pairStates } from '@kufang/contract/masters/material-pair.ts'
import { api } from '../kit/api/client.ts'
import { toast } from '../kit/feedback/toast.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import type { Row } from '../kit/fields/field-column.ts'
import type { ColumnState } from '../kit/grid/grid-column.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { DecideDialog } from './decide-dialog.tsx'

const messages = defineMessages({
  search: { zh: '立即查找', en: 'Look now' },
  found: {
    zh: '已比对 {read} 个新增或变更的物料，发现 {found} 对，{gone} 对不再相似',
    en: '{read} new or changed {read|material|materials} compared: {found} {found|pair|pairs} found, {gone} not alike any more',
  },
  hint: {
    zh: '按描述、规格、材质、图号和制造商的统一写法查找，每晚自动比对；双击一行并列比较后判定',
    en: 'Found by one writing of description, specification, grade, drawing and maker, every night; open a row to compare and decide',
  },
  empty: { zh: '没有待判定的相似物料', en: 'No alike materials are to be decided' },
})

const path = '/materialPropertyManage/duplicateMaterial'
const initialValues = { state: ['open'] }
const tones = { open: 'waiting', same: 'done', equivalent: 'active', other: 'undone' } as const
const states: readonly ColumnState[] = Object.entries(pairStates).map(([value, label]) => ({
  value,
  label,
  tone: tones[value as keyof typeof tones],
}))
const statesOf = (name: string) => (name === 'state' ? states : undefined)
const fields: Readonly<Record<string, Field>> = materialPair.fields

/** 重复物料处理: pairs of alike materials, the likeliest first; a row is opened, compared and decided. */
export default function DuplicatePage(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [isSearching, setSearching] = useState(false)
  const [deciding, setDeciding] = useState<Row | null>(null)
  const columns = useMemo(
    () =>
      [
        'state',
        'suggestion',
        'score',
        ...Object.keys(fields).filter((name) => !['state', 'suggestion', 'score'].includes(name)),
      ].map((name) => ({
        ...fieldColumn(name, { ...fields[name]!, required: false }, { states: statesOf(name) }),
        ...((name === 'materialNo' || name === 'otherNo') && {
          onOpen: (row: Row) => setDeciding(row),
        }),
      })),
    [],
  )
  const search = async (): Promise<void> => {
    setSearching(true)
    try {
      const done = await api.post<{ read: number; found: number; gone: number }>(
        '/api/duplicates/synchronise',
      )
      toast.success(t('found', { ...done }))
      markStale(materialPair.name)
    } finally {
      setSearching(false)
    }
  }
  return (
    <PageFrame
      path={path}
      titleExtra={<span>{t('hint')}</span>}
      primary={
        <Button
          icon={<SearchOutlined aria-hidden />}
          loading={isSearching}
          onClick={() => void search().catch(toast.error)}
        >
          {t('search')}
        </Button>
      }
    >
      <RecordList
        pageKey={path}
        ariaLabel={label(materialPair.label)}
        fields={materialPair.fields}
        columns={columns}
        quickFilters={materialPair.pages[path]?.filters ?? []}
        searchFields={materialPair.search}
        statesOf={statesOf}
        listPath={`/api/masters/${materialPair.name}/list`}
        exportPath={`/api/masters/${materialPair.name}/export`}
        entity={materialPair.name}
        initialValues={initialValues}
        rowId={(row) => `${String(row['materialNo'])} ${String(row['otherNo'])}`}
        onRowOpen={setDeciding}
        empty={<p>{t('empty')}</p>}
      />
      {deciding !== null && (
        <DecideDialog
          row={deciding}
          onClose={() => setDeciding(null)}
          onDone={() => markStale(materialPair.name)}
        />
      )}
    </PageFrame>
  )
}
