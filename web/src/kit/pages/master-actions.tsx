import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import type { AnyMaster } from '@kufang/contract/document/define-list.ts'
import { api } from '../api/client.ts'
import { ApiError } from '../api/api-error.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { BatchResult } from '../document/batch-result.tsx'
import { useIntentKeys } from '../document/intent-key.ts'
import { merged } from '../document/served-problems.ts'
import { lazyPart } from '../feedback/lazy-part.tsx'
import { toast } from '../feedback/toast.ts'
import type { Row } from '../fields/field-column.ts'
import { labelOf } from '../paper-label/label-model.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import styles from './pages.module.css'

const LabelDialog = lazyPart(() => import('../paper-label/label-dialog.tsx'), 'overlay')

const messages = defineMessages({
  edit: { zh: '编辑', en: 'Edit' },
  disable: { zh: '停用', en: 'Disable' },
  enable: { zh: '启用', en: 'Enable' },
  labels: { zh: '打印标签', en: 'Print labels' },
  reading: { zh: '正在读取全部 {count} 项…', en: 'Reading all {count} rows…' },
  onlyFirst: {
    zh: '一次最多处理 {count} 项,其余请缩小筛选后再处理',
    en: 'At most {count} rows at once; narrow the filters for the rest',
  },
  selected: { zh: '已选 {count} 项', en: '{count} selected' },
  changed: { zh: '{verb}完成 {count} 项', en: '{verb}: {count} done' },
  many: { zh: '{verb} {count} 项', en: '{verb} {count} rows' },
})

export interface MasterActionsProps {
  definition: AnyMaster
  rowId: (row: Row) => string
  /** What is ticked, all of it: after "select all N results" also what the table had not read. */
  rows: readonly Row[]
  /** How many are meant; more than `rows` while they are read, or when they are too many. */
  count: number
  isReading: boolean
  mayEdit: boolean
  onEdit: (row: Row) => void
  /** Rows were changed. */
  onChanged: () => void
  onDone: () => void
}

/** At the bottom while rows of a master are ticked: what can be done with them. */
export function MasterActions(props: MasterActionsProps): ReactNode {
  const { definition, rows, rowId } = props
  const t = useMessages(messages)
  const keys = useIntentKeys()
  const [ran, setRan] = useState<{ isActive: boolean; results: BatchActionResult[] } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [hasLabels, setLabels] = useState(false)
  const { paperLabel } = definition
  const [single] = rows
  const verbOf = (isActive: boolean): string => t(isActive ? 'enable' : 'disable')

  const change = async (row: Row, isActive: boolean): Promise<BatchActionResult> => {
    const body = {
      key: Object.fromEntries(definition.key.map((name) => [name, row[name]])),
      version: row['version'],
    }
    const told = { id: rowId(row), docNo: rowId(row) }
    try {
      const path = `/api/masters/${definition.name}/${isActive ? 'enable' : 'disable'}`
      await api.post(path, body, { idempotencyKey: keys.of([isActive, body]) })
      return { ...told, isDone: true }
    } catch (thrown) {
      const [detail] = thrown instanceof ApiError ? thrown.details : []
      if (detail === undefined) throw thrown
      return { ...told, isDone: false, refusal: detail }
    }
  }
  const run = async (chosen: readonly Row[], isActive: boolean): Promise<void> => {
    const results: BatchActionResult[] = []
    setBusy(true)
    try {
      for (const row of chosen) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the server is not flooded
        results.push(await change(row, isActive))
      }
    } finally {
      setBusy(false)
      props.onChanged()
      const all = merged(ran?.results ?? null, results)
      if (all.every(({ isDone }) => isDone) && all.length >= chosen.length) {
        toast.success(t('changed', { verb: verbOf(isActive), count: all.length }))
        setRan(null)
        props.onDone()
      } else setRan({ isActive, results: all })
    }
  }
  const start = (isActive: boolean, chosen = rows): void => {
    // Those that are so already have nothing to change.
    const meant = chosen.filter((row) => row['isActive'] !== isActive)
    run(meant, isActive).catch(toast.error)
  }
  return (
    <div
      className={styles.actionBar}
      role="toolbar"
      aria-label={t('selected', { count: rows.length })}
    >
      <strong>{t('selected', { count: rows.length })}</strong>
      {props.count > rows.length && (
        <span role="status">
          {props.isReading
            ? t('reading', { count: props.count })
            : t('onlyFirst', { count: rows.length })}
        </span>
      )}
      <span className={styles.spring} />
      {paperLabel !== undefined && (
        <Button disabled={props.isReading} onClick={() => setLabels(true)}>
          {t('labels')}
        </Button>
      )}
      {props.mayEdit && definition.isMirror !== true && (
        <>
          <Button
            danger
            loading={isBusy}
            disabled={props.isReading || !rows.some((row) => row['isActive'] === true)}
            onClick={() => start(false)}
          >
            {t('disable')}
          </Button>
          <Button
            loading={isBusy}
            disabled={props.isReading || !rows.some((row) => row['isActive'] === false)}
            onClick={() => start(true)}
          >
            {t('enable')}
          </Button>
        </>
      )}
      {props.mayEdit && (
        <Button
          type="primary"
          disabled={rows.length !== 1}
          onClick={() => {
            if (single !== undefined) props.onEdit(single)
          }}
        >
          {t('edit')}
        </Button>
      )}
      {ran !== null && (
        <Dialog
          isOpen
          size="narrow"
          title={t('many', { verb: verbOf(ran.isActive), count: ran.results.length })}
          onClose={() => {
            setRan(null)
            props.onDone()
          }}
        >
          <BatchResult
            verb={verbOf(ran.isActive)}
            results={ran.results}
            isBusy={isBusy}
            numberOf={(id) => id}
            onRetry={(ids) =>
              start(
                ran.isActive,
                rows.filter((row) => ids.includes(rowId(row))),
              )
            }
          />
        </Dialog>
      )}
      {hasLabels && paperLabel !== undefined && (
        <Suspense fallback={null}>
          <LabelDialog
            labels={rows.map((row) => labelOf(definition, paperLabel, row))}
            onClose={() => setLabels(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
