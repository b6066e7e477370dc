import { UploadOutlined } from '@ant-design/icons'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { Button, Segmented, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import {
  importRowsMax,
  type MasterImport,
  type OnRefusal,
} from '@kufang/contract/document/master-record.ts'
import { api } from '../../api/client.ts'
import { approvalFields } from '../../approval/approval-fields.ts'
import { Dialog } from '../../dialog/dialog.tsx'
import { useIntentKeys } from '../../api/intent-key.ts'
import { ErrorBanner } from '../../feedback/error-banner.tsx'
import { toast } from '../../feedback/toast.ts'
import { FieldForm } from '../../fields/field-form.tsx'
import type { Row } from '../../fields/field-column.ts'
import { validateFields } from '../../fields/validate-fields.ts'
import { listed, useLanguage } from '../../text/language.ts'
import { useMessages } from '../../text/messages.ts'
import { headedTable, likelySheet } from '../../workbook/headed-table.ts'
import { readSheets } from '../../workbook/read-table.ts'
import type { Sheet } from '../../workbook/read-xlsx.ts'
import { fieldNamed } from '../../workbook/sheet-lines.ts'
import { refusedCells, tooLarge } from '../../workbook/workbook-refusal.ts'
import { tableFileTypes } from '../../workbook/table-file-types.ts'
import { importMessages } from './import-messages.ts'
import { ImportColumns, ImportRefusals } from './import-parts.tsx'
import {
  importFields,
  importRows,
  missingFields,
  proposedMapping,
  type ImportMapping,
  type ImportTable,
} from './import-table.ts'
import styles from './master.module.css'

/** Imports a workbook into a master: which column is what, what that would do, and the import itself. */
// oxlint-disable-next-line max-lines-per-function -- one form: its parts are components, its state is theirs
export default function MasterImportDialog(props: {
  definition: AnyMaster
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { definition } = props
  const t = useMessages(importMessages)
  const { label } = useLanguage()
  const keys = useIntentKeys()
  const picker = useRef<HTMLInputElement>(null)
  const fields = importFields(definition)
  const [table, setTable] = useState<ImportTable | null>(null)
  const [fileName, setFileName] = useState('')
  const [sheets, setSheets] = useState<readonly Sheet[]>([])
  const [mapping, setMapping] = useState<ImportMapping>({})
  const [onRefusal, setOnRefusal] = useState<OnRefusal>('stop')
  const [found, setFound] = useState<{ of: string; answer: MasterImport } | null>(null)
  const [approval, setApproval] = useState<Row>({ effectiveFrom: companyToday() })
  const [isAttempted, setAttempted] = useState(false)
  const [busy, setBusy] = useState<'read' | 'check' | 'import' | null>(null)
  const [error, setError] = useState<unknown>(null)

  const run = async (what: 'read' | 'check' | 'import', work: () => Promise<void>) => {
    setBusy(what)
    setError(null)
    try {
      await work()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(null)
    }
  }
  const take = (file: File) =>
    run('read', async () => {
      // Whatever becomes of this file, nothing of the one before is imported.
      setTable(null)
      setMapping({})
      setFound(null)
      setAttempted(false)
      setSheets([])
      setFileName(file.name)
      const read = await readSheets(file)
      const isHead = (text: string): boolean => fieldNamed(fields, text) !== undefined
      const likeliest = await likelySheet(read, isHead)
      setSheets(read)
      await showSheet(file.name, read, likeliest)
    })
  const showSheet = async (fileName: string, read: readonly Sheet[], at: number): Promise<void> => {
    setTable(null)
    setFound(null)
    const sheet = await read[at]!.read()
    const { heads, rows } = headedTable(sheet, (text) => fieldNamed(fields, text) !== undefined)
    if (rows.length > importRowsMax)
      throw tooLarge({ zh: '数据行数', en: 'rows' }, String(rows.length), String(importRowsMax))
    setTable({ fileName, sheet: at, heads, rows })
    setMapping(proposedMapping(fields, heads))
  }
  const path = `/api/masters/${definition.name}/import`
  const now = JSON.stringify(mapping)
  const answer = found?.of === now ? found.answer : null
  const missing = missingFields(definition, fields, mapping)
  /** @throws ApiError with the cells that cannot be taken */
  const rowsNow = () => {
    if (table === null) return []
    const { rows, refused } = importRows(fields, table, mapping)
    const [first, ...others] = refused
    if (first !== undefined) throw refusedCells([first, ...others])
    return rows
  }
  const check = () =>
    run('check', async () => {
      const checked = await api.post<MasterImport>(`${path}/check`, { rows: rowsNow() })
      setFound({ of: now, answer: checked })
    })
  const isRule = (answer?.requestedCount ?? 0) > 0
  const problems = isRule ? validateFields(approvalFields, approval) : {}
  const importTable = () => {
    setAttempted(true)
    if (Object.keys(problems).length > 0) return Promise.resolve()
    return run('import', async () => {
      const body = { rows: rowsNow(), onRefusal, ...(isRule && { approval }) }
      const done = await api.post<MasterImport>(path, body, { idempotencyKey: keys.of(body) })
      if (!done.isImported) {
        setFound({ of: now, answer: done })
        return
      }
      keys.done()
      toast.success(t('imported', countsOf(done)))
      props.onDone()
      props.onClose()
    })
  }
  // The columns may fill the dialog, so what was found is brought into view.
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (found !== null) result.current?.scrollIntoView({ block: 'start' })
  }, [found])
  const refused = answer?.refusedCount ?? 0
  const taken = answer === null ? 0 : answer.newCount + answer.changedCount + answer.requestedCount
  const isStopped = refused > 0 && onRefusal === 'stop'
  return (
    <Dialog
      isOpen
      size="broad"
      title={t('title', { name: label(inSentence(definition.label)) })}
      hasEntries={table !== null}
      isBusy={busy === 'import'}
      onClose={props.onClose}
      {...(answer !== null && {
        actionText: t('import', { count: taken }),
        actionRefusal: isStopped ? t('stopped') : taken === 0 ? t('nothing') : null,
        onAction: () => void importTable(),
      })}
      footerExtra={
        answer !== null &&
        refused > 0 && (
          <span className={styles.choice}>
            <span>{t('onRefusal')}</span>
            <Segmented
              aria-label={t('onRefusal')}
              value={onRefusal}
              options={(['stop', 'skip'] as const).map((value) => ({ value, label: t(value) }))}
              onChange={setOnRefusal}
            />
          </span>
        )
      }
    >
      <input
        ref={picker}
        type="file"
        accept={tableFileTypes}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file !== undefined) void take(file)
        }}
      />
      <div className={styles.parts}>
        <div className={styles.file}>
          <Button
            type={table === null ? 'primary' : 'default'}
            icon={<UploadOutlined aria-hidden />}
            loading={busy === 'read'}
            onClick={() => picker.current?.click()}
          >
            {t('choose')}
          </Button>
          <span>
            {table === null
              ? t('hint', { limit: importRowsMax })
              : t('file', { name: table.fileName, count: table.rows.length })}
          </span>
          {sheets.length > 1 && (
            <Select<number>
              aria-label={t('sheet')}
              value={table?.sheet ?? null}
              options={sheets.map(({ name }, value) => ({ value, label: name }))}
              onChange={(at) => void run('read', () => showSheet(fileName, sheets, at))}
            />
          )}
        </div>
        {error !== null && <ErrorBanner error={error} onClose={() => setError(null)} />}
        {table !== null && (
          <>
            <ImportColumns
              definition={definition}
              fields={fields}
              table={table}
              mapping={mapping}
              onChange={setMapping}
            />
            <div ref={result} className={styles.file}>
              <Button
                type={answer === null ? 'primary' : 'default'}
                loading={busy === 'check'}
                disabled={missing.length > 0}
                onClick={() => void check()}
              >
                {t('check')}
              </Button>
              {missing.length > 0 && (
                <span role="status">
                  {t('missing', {
                    fields: listed(missing.map((name) => label(fields[name]!.label))),
                  })}
                </span>
              )}
              {answer !== null && <strong role="status">{t('counts', countsOf(answer))}</strong>}
            </div>
            {answer !== null && isRule && (
              <FieldForm
                fields={approvalFields}
                values={approval}
                problems={isAttempted ? problems : {}}
                onChange={(name, value) => setApproval({ ...approval, [name]: value })}
              />
            )}
            {answer !== null && answer.refusals.length > 0 && (
              <ImportRefusals fields={fields} table={table} mapping={mapping} answer={answer} />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function countsOf(answer: MasterImport) {
  return {
    added: answer.newCount,
    changed: answer.changedCount,
    same: answer.sameCount,
    requested: answer.requestedCount,
    refused: answer.refusedCount,
  }
}
