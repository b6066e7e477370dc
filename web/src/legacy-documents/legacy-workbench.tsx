import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { choice, reference, text, type Fields } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { legacyKinds, type LegacyKind } from '@kufang/contract/legacy-documents/legacy-document.ts'
import type {
  LegacyCheck,
  LegacyFile,
  LegacyImported,
} from '@kufang/contract/legacy-documents/legacy-import.ts'
import type {
  KeptLegacyMapping,
  LegacyMapping,
} from '@kufang/contract/legacy-documents/legacy-mapping.ts'
import { api } from '../kit/api/client.ts'
import { useIntentKeys } from '../kit/api/intent-key.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { FieldForm } from '../kit/fields/field-form.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { validateFields } from '../kit/fields/validate-fields.ts'
import { useMasterSearch } from '../kit/fields/master-search.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { useUnsavedWork } from '../kit/tab/tab-context.ts'
import { useMessages } from '../kit/text/messages.ts'
import { LegacyColumns } from './legacy-columns.tsx'
import { LegacyCounts, LegacyFindings } from './legacy-findings.tsx'
import { legacyMessages } from './legacy-messages.ts'
import { fieldsWithoutColumn, keptFor, proposedMapping } from './legacy-state.ts'
import styles from './legacy.module.css'

const headFields = {
  companyCode: reference(label('公司', 'Company'), 'company', { required: true }),
  kind: choice(label('类型', 'Kind'), legacyKinds, { required: true }),
  sourceSystem: text(label('来源系统', 'Old system'), { required: true, lengthMax: 40 }),
  mappingName: text(label('对应关系保存为', 'Keep the mapping as'), { lengthMax: 60 }),
} satisfies Fields

interface WorkbenchProps {
  uploadId: string
  file: LegacyFile
  onClose: () => void
}

/** A file of an old system: which column is what, what that would import, and the import itself. */
// oxlint-disable-next-line max-lines-per-function -- one form: its parts are components, its state is theirs
export function LegacyWorkbench({ uploadId, file, onClose }: WorkbenchProps): ReactNode {
  const t = useMessages(legacyMessages)
  const keys = useIntentKeys()
  const [company, setCompany] = useState<string | null>(null)
  const [mappingName, setMappingName] = useState('')
  const [mapping, setMapping] = useState<LegacyMapping>(() =>
    proposedMapping('order', file, { sourceSystem: '', fixed: {} }),
  )
  const [onRefusal, setOnRefusal] = useState<'stop' | 'skip'>('stop')
  const [checked, setChecked] = useState<{ of: string; check: LegacyCheck } | null>(null)
  const [isAttempted, setAttempted] = useState(false)
  const [busy, setBusy] = useState<'check' | 'import' | null>(null)
  const [error, setError] = useState<unknown>(null)
  useUnsavedWork(true)
  const close = (): void => {
    // Nobody needs it any more; an upload that is left with its tab is removed after a day.
    api.post(`/api/file/uploads/${uploadId}/remove`, {}, { isQuiet: true }).catch(console.error)
    onClose()
  }
  const companies = useMasterSearch('company', '', {}, true).options
  const companyCode = company ?? companies[0]?.value ?? ''
  const wish = { companyCode, uploadId, mapping }
  const now = JSON.stringify(wish)
  const isChecked = checked?.of === now

  const run = async (what: 'check' | 'import', work: () => Promise<void>): Promise<void> => {
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
  const head: Row = { companyCode, mappingName, ...mapping }
  const problems = validateFields(headFields, head)
  const check = async (): Promise<void> => {
    setAttempted(true)
    if (Object.keys(problems).length > 0) return
    await run('check', async () => {
      const found = await api.post<LegacyCheck>('/api/legacy-documents/check', wish)
      setChecked({ of: now, check: found })
    })
  }
  const importFile = () =>
    run('import', async () => {
      const whole = { ...wish, mappingName, onRefusal }
      const done = await api.post<LegacyImported>('/api/legacy-documents/imports', whole, {
        idempotencyKey: keys.of(whole),
      })
      keys.done()
      markStale('legacy-document', 'legacy-import')
      toast.success(
        t('imported', {
          no: done.importNo,
          added: done.newCount,
          changed: done.changedCount,
          same: done.sameCount,
          refused: done.refusedCount,
        }),
      )
      close()
    })
  const changeHead = (name: string, value: unknown): void => {
    const given = typeof value === 'string' ? value : ''
    if (name === 'companyCode') setCompany(given)
    else if (name === 'mappingName') setMappingName(given)
    else if (name === 'sourceSystem') setMapping({ ...mapping, sourceSystem: given })
    else setMapping(proposedMapping(given as LegacyKind, file, mapping))
  }
  const refused = checked?.check.refusedCount ?? 0
  const isStopped = refused > 0 && onRefusal === 'stop'
  return (
    <>
      <div className={styles.workbench}>
        <p className={styles.hint}>
          {t('file', { name: file.fileName, count: file.rowCount })}
          <KeptMappings
            companyCode={companyCode}
            taken={mappingName}
            onTake={({ name, mapping: kept }) => {
              setMappingName(name)
              setMapping(keptFor(kept, file))
            }}
          />
        </p>
        <FieldForm
          fields={headFields}
          values={head}
          problems={isAttempted ? problems : {}}
          onChange={changeHead}
        />
        <LegacyColumns file={file} mapping={mapping} onChange={setMapping} />
        <section aria-label={t('fixed')} className={styles.part}>
          <h2 className={styles.head}>{t('fixed')}</h2>
          <FieldForm
            fields={fieldsWithoutColumn(mapping)}
            values={{ companyCode, ...mapping.fixed }}
            onChange={(name, value) => {
              const given = typeof value === 'string' ? value : ''
              setMapping({ ...mapping, fixed: { ...mapping.fixed, [name]: given } })
            }}
          />
        </section>
        {checked !== null && (
          <LegacyFindings
            check={checked.check}
            companyCode={companyCode}
            mapping={mapping}
            onChange={setMapping}
          />
        )}
      </div>
      {error !== null && <ErrorBanner error={error} onClose={() => setError(null)} />}
      <div className={styles.bar}>
        {checked !== null && isChecked && <LegacyCounts check={checked.check} />}
        <Button onClick={close}>{t('back')}</Button>
        {refused > 0 && isChecked && (
          <>
            <span>{t('onRefusal')}</span>
            <Segmented
              aria-label={t('onRefusal')}
              value={onRefusal}
              options={(['stop', 'skip'] as const).map((value) => ({ value, label: t(value) }))}
              onChange={setOnRefusal}
            />
          </>
        )}
        <Button
          type={isChecked ? 'default' : 'primary'}
          loading={busy === 'check'}
          onClick={() => void check()}
        >
          {t('check')}
        </Button>
        <Button
          type={isChecked ? 'primary' : 'default'}
          disabled={!isChecked || isStopped}
          title={isChecked ? '' : t('checkFirst')}
          loading={busy === 'import'}
          onClick={() => void importFile()}
        >
          {t('import')}
        </Button>
      </div>
    </>
  )
}

/** The mappings that were kept for files of this company. */
function KeptMappings(props: {
  companyCode: string
  /** The name of the one that was taken, if it is one of them. */
  taken: string
  onTake: (kept: KeptLegacyMapping) => void
}): ReactNode {
  const t = useMessages(legacyMessages)
  const id = useId()
  const { data = [] } = useQuery({
    queryKey: ['legacy-mappings'],
    queryFn: ({ signal }) =>
      api.get<KeptLegacyMapping[]>('/api/legacy-documents/mappings', { signal }),
    staleTime: 0,
  })
  const own = data.filter(({ companyCode }) => companyCode === props.companyCode)
  if (own.length === 0) return null
  return (
    <span className={styles.beside}>
      <label htmlFor={id}>{t('kept')}</label>{' '}
      <Select<string>
        id={id}
        className={styles.select ?? ''}
        value={own.find(({ name }) => name === props.taken)?.name ?? null}
        options={own.map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => {
          const kept = own.find((one) => one.name === name)
          if (kept !== undefined) props.onTake(kept)
        }}
      />
    </span>
  )
}
