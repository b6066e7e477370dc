import { useMemo, useRef, useState } from 'react'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { ReactNode } from 'react'
import { Button, Space } from 'antd'
import { allValues, type AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { ApiError } from '../kit/api/api-error.ts'
import { api } from '../kit/api/client.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { newRowId } from '../kit/document/entry/entry-lines.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { fieldColumn } from '../kit/fields/field-column.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { referenceEditor } from '../kit/fields/reference-editor.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { lineProblems, missingEntries } from '../kit/grid/line-entry.ts'
import type { CellProblem } from '../kit/grid/line-entry.ts'
import { LineGrid } from '../kit/grid/line-grid.tsx'
import type { LineGridHandle } from '../kit/grid/line-grid.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { useReason, type MayWait } from './use-reason.tsx'
import type { UserRecord } from './user.ts'

const messages = defineMessages({
  title: { zh: '{title}：为 {name} 新增', en: '{title}: add for {name}' },
  save: { zh: '授权', en: 'Grant' },
  all: { zh: '加入“全部”', en: 'Add “all”' },
  allMeans: { zh: '* 为全部', en: '* means all' },
  companyFirst: {
    zh: '该用户还没有公司，请先在“公司/工厂”中授权',
    en: 'This user has no company yet: grant one under “Company or plant” first',
  },
  added: { zh: '已新增 {added} 条', en: '{added} added' },
})

type ValueRow = Row & { rowId: string }

/** Adds several relations at once: entered, selected, or pasted from Excel. */
// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
export function RelationDialog(props: {
  relation: AnyRelation
  user: UserRecord
  title: string
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { name: kind, fields, mayBeAll = [] } = props.relation
  const t = useMessages(messages)
  const keys = useIntentKeys()
  const reasoned = useReason()
  const grid = useRef<LineGridHandle>(null)
  const [rows, setRows] = useState<ValueRow[]>(() => [{ rowId: newRowId() }])
  const newest = useRef(rows)
  newest.current = rows
  const [problems, setProblems] = useState<readonly CellProblem[]>([])
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const columns = useMemo(
    () =>
      Object.entries(fields).map(([name, field]): GridColumn<ValueRow> => ({
        ...(fieldColumn(name, field) as GridColumn<ValueRow>),
        width: 180,
        isEditable: true,
        ...(field.master !== undefined && {
          editor: referenceEditor<ValueRow>({ ...field, master: field.master }, () => null),
        }),
      })),
    [fields],
  )
  // All is stated for each company, so that a company granted later is not included.
  const allRows = (): ValueRow[] => {
    const all = Object.fromEntries(mayBeAll.map((name) => [name, allValues]))
    return 'companyCode' in fields
      ? props.user.companyCodes.map((companyCode) => ({ rowId: newRowId(), companyCode, ...all }))
      : [{ rowId: newRowId(), ...all }]
  }
  const lacksCompany = 'companyCode' in fields && props.user.companyCodes.length === 0
  const save = async (): Promise<void> => {
    const filled = newest.current.filter((row) =>
      Object.keys(fields).some((name) => textOf(row[name]) !== ''),
    )
    const rowIds = filled.map((row) => row.rowId)
    const missing = missingEntries(columns, filled, (row) => row.rowId)
    setProblems(missing)
    if (missing.length > 0 || filled.length === 0) return
    setBusy(true)
    setError(null)
    try {
      const values = filled.map((row) =>
        Object.fromEntries(Object.keys(fields).map((name) => [name, textOf(row[name])])),
      )
      const answer = await reasoned.send((reason) => {
        const body = { userId: props.user.id, values, ...reason }
        return api.post<MayWait & { added: number }>(`/api/system/relations/${kind}/add`, body, {
          idempotencyKey: keys.of(body),
        })
      })
      if (answer === null) return
      if (answer.waiting == null) toast.success(t('added', { added: answer.added }))
      props.onDone()
      props.onClose()
    } catch (thrown) {
      if (thrown instanceof ApiError) setProblems(lineProblems(thrown, rowIds).cells)
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      title={t('title', { title: props.title, name: props.user.userName })}
      actionText={t('save')}
      isBusy={isBusy}
      onClose={props.onClose}
      onAction={() => {
        grid.current?.finishEditing()
        setTimeout(() => {
          save().catch(toast.error)
        }, 0)
      }}
    >
      {error !== null && <ErrorBanner error={error} />}
      {reasoned.dialog}
      {mayBeAll.length > 0 && (
        <Space>
          <Button
            disabled={lacksCompany}
            onClick={() => {
              grid.current?.finishEditing()
              const filled = newest.current.filter((row) =>
                Object.keys(fields).some((name) => textOf(row[name]) !== ''),
              )
              setRows([...filled, ...allRows()])
            }}
          >
            {t('all')}
          </Button>
          {t(lacksCompany ? 'companyFirst' : 'allMeans')}
        </Space>
      )}
      <LineGrid
        ref={grid}
        pageKey={null}
        ariaLabel={props.title}
        columns={columns}
        rows={rows}
        rowId={(row) => row.rowId}
        onRowsChange={setRows}
        newRow={() => ({ rowId: newRowId() })}
        problems={problems}
      />
    </Dialog>
  )
}
