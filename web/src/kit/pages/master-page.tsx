import { PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flag, instant, text } from '@kufang/contract/document/field.ts'
import { label as words } from '@kufang/contract/document/label.ts'
import type { AnyMaster } from '@kufang/contract/document/define-list.ts'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { registry } from '@kufang/contract/registry.ts'
import { api } from '../api/client.ts'
import { useIntentKeys } from '../document/intent-key.ts'
import { toast } from '../feedback/toast.ts'
import { fieldColumn } from '../fields/field-column.ts'
import type { Row } from '../fields/field-column.ts'
import type { DataGridHandle, GridSelection } from '../grid/data-grid.tsx'
import { markStale } from '../tab/entity-versions.ts'
import { useLanguage } from '../text/language.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import { MasterDialog } from './master-dialog.tsx'
import { PageFrame } from './page-frame.tsx'
import styles from './pages.module.css'
import { RecordList } from './record-list.tsx'

const messages = defineMessages({
  add: { zh: '新增{name}', en: 'New {name}' },
  edit: { zh: '编辑', en: 'Edit' },
  disable: { zh: '停用', en: 'Disable' },
  enable: { zh: '启用', en: 'Enable' },
  selected: { zh: '已选 {count} 项', en: '{count} selected' },
  changed: { zh: '{verb}完成 {count} 项', en: '{verb}: {count} done' },
  mirrored: {
    zh: '此主数据来自 ERP,只可维护本地字段',
    en: 'Read from the ERP; only local fields can be changed here',
  },
})

/** Columns that every master has besides its own. */
const frameFields = {
  isActive: flag(words('启用', 'Active'), { by: 'server', width: 70 }),
  updatedByName: text(words('更新人', 'Changed by'), { by: 'server', width: 100 }),
  updatedAt: instant(words('更新时间', 'Changed at'), { by: 'server', width: 150 }),
} as const

const noStates = (): undefined => undefined

/** Master data: find, create, change, disable; rows of the ERP only in their local fields. */
export default function MasterPage({ page }: { page: RegistryPage }): ReactNode {
  const definition = Object.values<AnyMaster>(registry.masters).find(
    ({ name }) => name === page.names[0],
  )
  return definition === undefined ? null : <MasterList definition={definition} path={page.path} />
}

function MasterList({ definition, path }: { definition: AnyMaster; path: string }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const keys = useIntentKeys()
  const grid = useRef<DataGridHandle>(null)
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
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
          ...fieldColumn(name, { ...field, required: false }),
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
  const setActive = async (isActive: boolean): Promise<void> => {
    const rows = selection?.rows ?? []
    for (const row of rows) {
      const key = Object.fromEntries(definition.key.map((name) => [name, row[name]]))
      const body = { key, version: row['version'] }
      await api.post(`/api/masters/${definition.name}/${isActive ? 'enable' : 'disable'}`, body, {
        idempotencyKey: keys.of([isActive, body]),
      })
    }
    toast.success(t('changed', { verb: t(isActive ? 'enable' : 'disable'), count: rows.length }))
    grid.current?.clearSelection()
  }
  const start = (isActive: boolean): void => {
    setActive(isActive).catch(toast.error).finally(changed)
  }
  const single = selection?.rows.length === 1 ? selection.rows[0] : undefined
  return (
    <PageFrame
      path={path}
      titleExtra={isMirror && mayEdit && <span className={styles.count}>{t('mirrored')}</span>}
      actions={
        mayEdit &&
        !isMirror && (
          <Button
            type="primary"
            aria-keyshortcuts="Alt+N"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => setEditing('new')}
          >
            {t('add', { name: label(definition.label) })}
          </Button>
        )
      }
    >
      <RecordList
        ref={grid}
        pageKey={path}
        ariaLabel={label(definition.label)}
        fields={fields}
        columns={columns}
        quickFilters={declared?.filters ?? definition.search}
        statesOf={noStates}
        listPath={`/api/masters/${definition.name}/list`}
        exportPath={`/api/masters/${definition.name}/export`}
        entity={definition.name}
        rowId={rowId}
        selection={mayEdit ? 'multiple' : 'none'}
        onSelectionChange={setSelection}
        {...(mayEdit && { onRowOpen: (row: Row) => setEditing(row) })}
      />
      {selection !== null && selection.rows.length > 0 && (
        <div className={styles.actionBar} role="toolbar">
          <strong>{t('selected', { count: selection.rows.length })}</strong>
          <span className={styles.spring} />
          {!isMirror && (
            <>
              <Button
                danger
                disabled={!selection.rows.some((row) => row['isActive'] === true)}
                onClick={() => start(false)}
              >
                {t('disable')}
              </Button>
              <Button
                disabled={!selection.rows.some((row) => row['isActive'] === false)}
                onClick={() => start(true)}
              >
                {t('enable')}
              </Button>
            </>
          )}
          <Button
            type="primary"
            disabled={single === undefined}
            onClick={() => setEditing(single ?? null)}
          >
            {t('edit')}
          </Button>
        </div>
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
