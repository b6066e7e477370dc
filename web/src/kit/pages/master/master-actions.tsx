import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { api } from '../../api/client.ts'
import { approvalFields } from '../../approval/approval-fields.ts'
import { ApiError } from '../../api/api-error.ts'
import { Dialog } from '../../dialog/dialog.tsx'
import { useConfirm } from '../../dialog/use-confirm.tsx'
import { BatchResult } from '../../document/act/batch-result.tsx'
import { useIntentKeys } from '../../api/intent-key.ts'
import { merged } from '../../document/act/merge-results.ts'
import { lazyPart } from '../../feedback/lazy-part.tsx'
import { toast } from '../../feedback/toast.ts'
import type { Row } from '../../fields/field-column.ts'
import { FieldDialog } from '../../fields/field-dialog.tsx'
import type { GridSelection } from '../../grid/data-grid.tsx'
import { labelOf } from '../../paper-label/label-model.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { SelectionBar } from '../list/selection-bar.tsx'

const AttachmentsTab = lazyPart(
  async () => ({
    default: (await import('../../document/view/attachments-tab.tsx')).AttachmentsTab,
  }),
  'overlay',
)
const MasterRecord = lazyPart(() => import('./master-record.tsx'), 'overlay')
const LabelDialog = lazyPart(() => import('../../paper-label/label-dialog.tsx'), 'overlay')

const messages = defineMessages({
  through: { zh: '已处理 {through} / {count} 项', en: '{through} of {count} worked off' },
  edit: { zh: '编辑', en: 'Edit' },
  disable: { zh: '停用', en: 'Disable' },
  enable: { zh: '启用', en: 'Enable' },
  labels: { zh: '打印标签', en: 'Print labels' },
  files: { zh: '附件', en: 'Files' },
  record: { zh: '历史与使用', en: 'History and use' },
  filesOf: { zh: '{row} 的附件', en: 'Files of {row}' },
  changed: { zh: '{verb}完成 {count} 项', en: '{verb}: {count} done' },
  request: { zh: '提交变更申请', en: 'Request the change' },
  requested: {
    zh: '已提交 {count} 项{verb}申请，由另一人批准后自生效日执行',
    en: '{verb}: {count} requested; in force from the day once someone else approves',
  },
  many: { zh: '{verb} {count} 项', en: '{verb} {count} {count|row|rows}' },
  disableMany: { zh: '停用 {count} 项{name}？', en: '{name}: disable {count} {count|row|rows}?' },
  consequence: {
    zh: '停用后，新的业务不能再使用；以后可以重新启用',
    en: 'Nothing new can use them once they are disabled; they can be enabled again later',
  },
  already: {
    zh: '另有 {count} 项已经停用，不变',
    en: 'Another {count} {count|is|are} disabled already and {count|stays|stay} so',
  },
})

export interface MasterActionsProps {
  definition: AnyMaster
  rowId: (row: Row) => string
  /** The complete selection: after "select all N results" including rows not loaded by the table. */
  selection: GridSelection<Row>
  /** Not all selected rows are loaded yet. */
  isReading: boolean
  mayEdit: boolean
  onEdit: (row: Row) => void
  /** Called after rows were changed. */
  onChanged: () => void
  onDone: () => void
}

/** A running batch: its rows as they were at the start, and the result of each. */
interface Ran {
  isActive: boolean
  /** Of rules: why, and from which day. */
  approval: Row | null
  rows: readonly Row[]
  results: BatchActionResult[]
}

/** Shown at the bottom while rows of a master are selected: the available actions. */
// oxlint-disable-next-line max-lines-per-function -- one bar: the actions share selection, progress and results
export function MasterActions(props: MasterActionsProps): ReactNode {
  const { definition, rowId } = props
  const { rows } = props.selection
  const t = useMessages(messages)
  const { label } = useLanguage()
  const confirm = useConfirm()
  const keys = useIntentKeys()
  const [ran, setRan] = useState<Ran | null>(null)
  const [progress, setProgress] = useState<{ through: number; count: number } | null>(null)
  /** Rules are enabled or disabled with a reason, by two persons. */
  const [asking, setAsking] = useState<boolean | null>(null)
  const isBusy = progress !== null
  const [hasLabels, setLabels] = useState(false)
  const [hasFiles, setFiles] = useState(false)
  const [hasRecord, setRecord] = useState(false)
  const { paperLabel, files } = definition
  const [single] = rows
  const verbOf = (isActive: boolean): string => t(isActive ? 'enable' : 'disable')

  const change = async (
    row: Row,
    isActive: boolean,
    approval: Row | null,
  ): Promise<BatchActionResult> => {
    const body = {
      key: Object.fromEntries(definition.key.map((name) => [name, row[name]])),
      version: row['version'],
      ...(approval !== null && { approval }),
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
  const run = async (
    chosen: readonly Row[],
    isActive: boolean,
    approval: Row | null,
  ): Promise<void> => {
    const results: BatchActionResult[] = []
    setProgress({ through: 0, count: chosen.length })
    try {
      for (const row of chosen) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the server is not flooded
        results.push(await change(row, isActive, approval))
        setProgress({ through: results.length, count: chosen.length })
      }
    } finally {
      setProgress(null)
      props.onChanged()
      const all = merged(ran?.results ?? null, results)
      if (all.every(({ isDone }) => isDone) && all.length >= chosen.length) {
        const told = { verb: verbOf(isActive), count: all.length }
        toast.success(t(approval === null ? 'changed' : 'requested', told))
        setRan(null)
        props.onDone()
      } else setRan({ isActive, approval, rows: ran?.rows ?? chosen, results: all })
    }
  }
  const start = (isActive: boolean, approval: Row | null = null, chosen = rows): void => {
    // Rows already in that state are skipped.
    const meant = chosen.filter((row) => row['isActive'] !== isActive)
    run(meant, isActive, approval).catch(toast.error)
  }
  const isRule = definition.approval?.ofRows === true
  const disable = async (): Promise<void> => {
    if (isRule) {
      setAsking(false)
      return
    }
    const count = rows.filter((row) => row['isActive'] === true).length
    const already = rows.length - count
    const isAgreed =
      rows.length === 1 ||
      (await confirm({
        title: t('disableMany', { count, name: label(definition.label) }),
        content: (
          <>
            <div>{t('consequence')}</div>
            {already > 0 && <div>{t('already', { count: already })}</div>}
          </>
        ),
        actionText: t('many', { verb: t('disable'), count }),
        isDangerous: true,
      }))
    if (isAgreed) start(false)
  }
  return (
    <>
      <SelectionBar count={rows.length} selection={props.selection} isReading={props.isReading}>
        {progress !== null && progress.count > 1 && (
          <span role="status">{t('through', progress)}</span>
        )}
        {paperLabel !== undefined && (
          <Button disabled={props.isReading} onClick={() => setLabels(true)}>
            {t('labels')}
          </Button>
        )}
        {files !== undefined && (
          <Button disabled={rows.length !== 1} onClick={() => setFiles(true)}>
            {t('files')}
          </Button>
        )}
        <Button disabled={rows.length !== 1} onClick={() => setRecord(true)}>
          {t('record')}
        </Button>
        {props.mayEdit && definition.isMirror !== true && (
          <>
            <Button
              danger
              loading={isBusy}
              disabled={props.isReading || !rows.some((row) => row['isActive'] === true)}
              onClick={() => {
                disable().catch(toast.error)
              }}
            >
              {t('disable')}
            </Button>
            <Button
              loading={isBusy}
              disabled={props.isReading || !rows.some((row) => row['isActive'] === false)}
              onClick={() => (isRule ? setAsking(true) : start(true))}
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
      </SelectionBar>
      {asking !== null && (
        <FieldDialog
          title={t('many', { verb: verbOf(asking), count: rows.length })}
          actionText={t('request')}
          fields={approvalFields}
          initial={{ effectiveFrom: companyToday() }}
          onClose={() => setAsking(null)}
          onSend={async (approval) => start(asking, approval)}
        />
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
                ran.approval,
                ran.rows.filter((row) => ids.includes(rowId(row))),
              )
            }
          />
        </Dialog>
      )}
      {hasFiles && files !== undefined && single !== undefined && (
        <Dialog
          isOpen
          size="narrow"
          title={t('filesOf', { row: rowId(single) })}
          onClose={() => {
            setFiles(false)
            // The list shows how many there are.
            props.onChanged()
            props.onDone()
          }}
        >
          <Suspense fallback={null}>
            <AttachmentsTab
              subject={{
                companyCode: textOf(single[definition.scope.companyCode ?? '']),
                documentType: definition.name,
                documentId: textOf(single[files.id]),
              }}
            />
          </Suspense>
        </Dialog>
      )}
      {hasRecord && single !== undefined && (
        <Suspense fallback={null}>
          <MasterRecord definition={definition} row={single} onClose={() => setRecord(false)} />
        </Suspense>
      )}
      {hasLabels && paperLabel !== undefined && (
        <Suspense fallback={null}>
          <LabelDialog
            labels={rows.map((row) => labelOf(definition, paperLabel, row))}
            onClose={() => setLabels(false)}
          />
        </Suspense>
      )}
    </>
  )
}
