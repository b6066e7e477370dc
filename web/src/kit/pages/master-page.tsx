import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { ReactNode } from 'react'
import { flag, instant, text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { masterDefinition } from '../declarations.ts'
import { fieldColumn } from '../fields/field-column.ts'
import type { Row } from '../fields/field-column.ts'
import type { DataGridHandle, GridSelection } from '../grid/data-grid.tsx'
import { lazyPart } from '../feedback/lazy-part.tsx'
import { markStale } from '../tab/entity-versions.ts'
import { useLanguage } from '../text/language.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import { MasterActions } from './master/master-actions.tsx'
import { MasterChanges } from './master/master-changes.tsx'
import { MasterDialog } from './master/master-dialog.tsx'
import { PageFrame } from './frame/page-frame.tsx'
import styles from './frame/pages.module.css'
import { statesOf } from './list/query-columns.ts'
import { RecordList } from './list/record-list.tsx'
import type { ReadAll } from './list/record-list.tsx'
import { useWholeSelection } from './list/use-whole-selection.ts'

const MasterImportDialog = lazyPart(() => import('./master/master-import.tsx'), 'overlay')

const messages = defineMessages({
  import: { zh: '导入', en: 'Import' },
  add: { zh: '新增{name}', en: 'New {name}' },
  mirrored: {
    zh: '此主数据来自 ERP，只可维护本地字段',
    en: 'Read from the ERP; only local fields can be changed here',
  },
})

/** Columns every master has in addition to its own. */
const frameFields = {
  isActive: flag(words('启用', 'Active'), { by: 'server', width: 70 }),
  updatedByName: text(words('更新人', 'Changed by'), { by: 'server', width: 100 }),
  updatedAt: instant(words('更新时间', 'Changed at'), { by: 'server', width: 150 }),
} as const

/** Master data: search, create, change, disable; for mirrored rows only the local fields. */
export default function MasterPage({ page }: { page: RegistryPage }): ReactNode {
  const definition = masterDefinition(page.names[0] ?? '')
  return definition === undefined ? null : <MasterList definition={definition} path={page.path} />
}

/** One master with everything its page does; hand-written pages show it as one of their views. */
// oxlint-disable-next-line max-lines-per-function -- markup: one list with its panel and actions
export function MasterList({
  definition,
  path,
  beside,
}: {
  definition: AnyMaster
  path: string
  /** Beside the title, such as a switch to another view of the master. */
  beside?: ReactNode
}): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const grid = useRef<DataGridHandle>(null)
  const reader = useRef<ReadAll>(null)
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const { whole, isReading } = useWholeSelection(selection, reader, () =>
    grid.current?.clearSelection(),
  )
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const [isImporting, setImporting] = useState(false)
  const declared = definition.pages[path]
  const mayEdit = declared?.edits === true
  const isMirror = definition.isMirror === true
  const fields = useMemo(() => ({ ...definition.fields, ...frameFields }), [definition])
  const rowId = useCallback(
    (row: Row) => definition.key.map((name) => String(row[name])).join(' '),
    [definition],
  )
  const columns = useMemo(() => {
    const shown = declared?.columns ?? [...Object.keys(definition.fields), 'isActive', 'updatedAt']
    const all = [...new Set([...shown, ...Object.keys(fields)])]
    return all.flatMap((name) => {
      const field = (fields as AnyMaster['fields'])[name]
      if (field === undefined) return []
      return [
        {
          ...fieldColumn(
            name,
            { ...field, required: false },
            { states: statesOf(definition, name) },
          ),
          ...(!shown.includes(name) && { isHidden: true }),
          ...(mayEdit &&
            name === definition.key.at(-1) && { onOpen: (row: Row) => setEditing(row) }),
        },
      ]
    })
  }, [declared, definition, fields, mayEdit])
  const changed = (): void => {
    markStale(definition.name)
    for (const kind of ['master-search', 'master-words']) {
      client.invalidateQueries({ queryKey: [kind, definition.name] }).catch(console.error)
    }
  }
  return (
    <PageFrame
      path={path}
      titleExtra={
        <>
          {beside}
          {isMirror && mayEdit && <span className={styles.count}>{t('mirrored')}</span>}
        </>
      }
      primary={
        mayEdit &&
        !isMirror && (
          <Button
            type="primary"
            aria-keyshortcuts="Alt+N"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {t('add', { name: label(inSentence(definition.label)) })}
          </Button>
        )
      }
      actions={
        mayEdit && (
          <Button icon={<UploadOutlined aria-hidden />} onClick={() => setImporting(true)}>
            {t('import')}
          </Button>
        )
      }
    >
      {definition.approval !== undefined && (
        <MasterChanges definition={definition} onDone={changed} />
      )}
      <RecordList
        ref={grid}
        pageKey={path}
        ariaLabel={label(definition.label)}
        fields={fields}
        columns={columns}
        quickFilters={declared?.filters ?? definition.search}
        searchFields={definition.search}
        statesOf={(name) => statesOf(definition, name)}
        {...(declared?.opensWith !== undefined && { initialValues: declared.opensWith })}
        listPath={`/api/masters/${definition.name}/list`}
        exportPath={`/api/masters/${definition.name}/export`}
        entity={definition.name}
        rowId={rowId}
        reader={reader}
        selection="multiple"
        onSelectionChange={setSelection}
        {...(mayEdit && { onRowOpen: (row: Row) => setEditing(row) })}
      />
      {whole !== null && (
        <MasterActions
          definition={definition}
          rowId={rowId}
          selection={whole}
          isReading={isReading}
          mayEdit={mayEdit}
          onEdit={setEditing}
          onChanged={changed}
          onDone={() => grid.current?.clearSelection()}
        />
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <MasterImportDialog
            definition={definition}
            onClose={() => setImporting(false)}
            onDone={changed}
          />
        </Suspense>
      )}
      {editing !== null && (
        <MasterDialog
          definition={definition}
          row={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={changed}
        />
      )}
    </PageFrame>
  )
}
