import { companyToday } from '@kufang/kernel/company-day.ts'
import { readPreference, writePreference } from '../../preferences/preferences.ts'
import { rememberedInput, rememberedInputKey } from '../entry/remembered.ts'
import { askedReason } from './asked-reason.ts'
import { beginInput } from './begin-input.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { ApiError, saysSame } from '../../api/api-error.ts'
import type { ApiErrorDetail } from '../../api/api-error.ts'
import { Dialog } from '../../dialog/dialog.tsx'
import { ErrorBanner } from '../../feedback/error-banner.tsx'
import { lazyPart } from '../../feedback/lazy-part.tsx'
import { toast } from '../../feedback/toast.ts'
import type { Row } from '../../fields/field-column.ts'
import { FieldForm } from '../../fields/field-form.tsx'
import { typedValues, validateFields } from '../../fields/validate-fields.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { useLanguage } from '../../text/language.ts'
import { actOnAll } from './act-on-all.ts'
import { BatchResult, RefusedOnes } from './batch-result.tsx'
import { documentApi } from '../document-api.ts'
import { documentPath } from '../document-path.ts'
import type { ListedDocument } from '../listed-document.ts'
import { useIntentKeys } from '../../api/intent-key.ts'
import { ActedDocuments } from './acted-documents.tsx'
import { asksErp, tellDone } from './next-words.ts'
import { PreviewPostings, PreviewWarnings } from './preview-table.tsx'
import { afterDocumentWrite } from '../related.ts'
import { merged } from './merge-results.ts'
import { servedProblems } from '../../fields/served-problems.ts'
import { useEvidence } from '../hand-over/use-evidence.ts'
import { useSignatureRule } from '../hand-over/use-signature-rule.ts'
import { useActedDocument } from './use-acted-document.ts'
import { requestOf, useActionPreview } from './use-action-preview.ts'
import { useLineEntries } from './use-line-entries.ts'

const messages = defineMessages({
  one: { zh: '{verb} {no}', en: '{verb} {no}' },
  many: { zh: '{verb} {count} 项', en: '{verb} {count} {count|document|documents}' },
  done: { zh: '{verb}完成', en: '{verb}: done' },
  handedOver: {
    zh: '{verb}已提交，等待 ERP 回复',
    en: '{verb}: handed over, waiting for the ERP',
  },
  computing: { zh: '正在计算影响…', en: 'Computing what will change…' },
  reading: { zh: '正在读取明细…', en: 'Reading the lines…' },
  signFirst: { zh: '请先签名', en: 'Sign first' },
  signEach: {
    zh: '公司要求交接签名，请逐张办理',
    en: 'Each hand-over is signed for: act on one document at a time',
  },
  fillIn: { zh: '请先填写必填项', en: 'Fill in what is required first' },
  fillInLines: {
    zh: '请先录入明细：至少一行，标出的单元格请改正',
    en: 'Enter the lines first: one at least, and correct the cells that are marked',
  },
  through: { zh: '已处理 {through} / {count} 项', en: '{through} of {count} worked off' },
  partPreviewed: { zh: '仅预览前 {count} 项', en: 'The first {count} are previewed' },
})

/** Loaded for acts in which something changes hands. */
const HandOver = lazyPart(async () => ({
  default: (await import('../hand-over/hand-over.tsx')).HandOver,
}))

export interface ActionDialogProps {
  definition: AnyDocument
  action: string
  documents: readonly ListedDocument[]
  onClose: () => void
  /** Called after at least one document was processed. */
  onDone: () => void
}

/** The dialog of an action: its input, its preview, one confirmation, and for several documents the result of each. */
// oxlint-disable-next-line max-lines-per-function -- one dialog: the steps of an act share its input, results and refusals
export function ActionDialog(props: ActionDialogProps): ReactNode {
  const { definition, action, documents } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const keys = useIntentKeys()
  const declared = definition.actions[action]
  const input = declared?.input ?? {}
  const keptUnder = rememberedInputKey(definition.name, action)
  const [values, setValues] = useState<Row>(() => {
    const [only] = documents.length === 1 ? documents : []
    const row: Row | undefined = only === undefined ? undefined : { ...only }
    return {
      ...beginInput(definition, action, row, readPreference(keptUnder), companyToday()),
      ...askedReason(client, definition, action, only?.docNo),
    }
  })
  const [isChecked, setChecked] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [lineRest, setLineRest] = useState<readonly ApiErrorDetail[]>()
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<{ through: number; count: number } | null>(null)
  const [results, setResults] = useState<readonly BatchActionResult[] | null>(null)
  const entries = useLineEntries(definition, action, isChecked)
  const evidence = useEvidence()
  const firstRow: Row = { ...documents[0] }
  const isSignatureRequired = useSignatureRule(textOf(firstRow['companyCode']), declared)
  const problems = validateFields(input, values)
  /** Of several documents those that something is entered for. */
  const meant = entries.isAsked
    ? documents.filter(({ id }) => documents.length === 1 || (entries.linesOf(id)?.length ?? 0) > 0)
    : documents
  const isComplete = (): boolean =>
    Object.keys(problems).length === 0 && entries.isSendable(meant.map(({ id }) => id))
  const sent = typedValues(input, values)
  const preview = useActionPreview({
    definition,
    action,
    documents: meant,
    input: sent,
    linesOf: entries.linesOf,
    isEnabled: declared?.isPreviewed === true && isComplete() && results === null,
  })
  const [first] = documents
  const acted = useActedDocument(
    definition,
    action,
    first ?? { id: '', version: 0 },
    first && preview.previews[preview.numbers.indexOf(first.docNo)],
  )
  if (declared === undefined) return null
  const verb = label(declared.label)
  const served = servedProblems(error, Object.keys(input))
  const rest = lineRest ?? served.rest

  const run = async (chosen: readonly ListedDocument[]): Promise<void> => {
    setChecked(true)
    if (!isComplete()) return
    setBusy(true)
    setError(null)
    setLineRest(undefined)
    if (Object.values(input).some(({ isRemembered }) => isRemembered))
      writePreference(keptUnder, rememberedInput(input, values, companyToday()))
    try {
      const [only] = chosen
      if (documents.length === 1 && only !== undefined) {
        const request = {
          ...requestOf(only.version, sent, entries.linesOf(only.id)),
          ...(await evidence.upload()),
        }
        const made = await documentApi.act(
          definition.name,
          only.id,
          action,
          request,
          keys.of([only.id, request]),
        )
        keys.done()
        afterDocumentWrite(client, definition.name)
        const told = asksErp(declared) ? t('handedOver', { verb }) : t('done', { verb })
        tellDone(told, definition.name, made, documentPath(definition.name, made.id))
        props.onDone()
        props.onClose()
        return
      }
      const batch = chosen.map(({ id, version }) => ({
        id,
        version,
        idempotencyKey: keys.of([id, version, sent, entries.linesOf(id)]),
        ...(entries.isAsked && { lines: entries.linesOf(id) ?? [] }),
      }))
      const count = batch.length
      setProgress({ through: 0, count })
      const outcome = await actOnAll(
        batch,
        (part) => {
          const request = { documents: [...part], input: sent }
          return documentApi.actBatch(definition.name, action, request, keys.of(request))
        },
        (through) => setProgress({ through, count }),
      )
      setResults((known) => merged(known, outcome.results))
      setError(outcome.error)
      afterDocumentWrite(client, definition.name)
      if (outcome.results.some((result) => result.isDone)) props.onDone()
    } catch (thrown) {
      setError(thrown)
      const [only] = documents
      if (documents.length === 1 && only !== undefined) setLineRest(entries.refuse(only.id, thrown))
      // Another user was faster, or the first attempt succeeded: refresh the list.
      if (thrown instanceof ApiError && thrown.status === 409)
        afterDocumentWrite(client, definition.name)
    } finally {
      setBusy(false)
      setProgress(null)
    }
  }
  const start = (chosen: readonly ListedDocument[]): void => {
    // What is typed in a cell counts, whatever the key that sends it.
    const ready = entries.isAsked ? entries.finishEditing() : Promise.resolve()
    ready.then(() => run(chosen)).catch(toast.error)
  }
  const isUnsigned = isSignatureRequired && evidence.signature === null
  const refusal = isUnsigned
    ? t(documents.length === 1 ? 'signFirst' : 'signEach')
    : preview.isLoading
      ? t('computing')
      : acted.isLoading && results === null
        ? t('reading')
        : isChecked && !isComplete()
          ? t(entries.isAsked ? 'fillInLines' : 'fillIn')
          : null
  return (
    <Dialog
      isOpen
      title={
        documents.length === 1
          ? t('one', { verb, no: first?.docNo ?? '' })
          : t('many', { verb, count: documents.length })
      }
      size="broad"
      onClose={props.onClose}
      {...(results === null && {
        actionText: verb,
        onAction: () => start(meant),
        actionRefusal: preview.error === null ? refusal : null,
      })}
      isDangerous={declared.isDangerous === true}
      isBusy={isBusy}
      hasEntries={
        results === null &&
        (!evidence.isEmpty ||
          (entries.isAsked && meant.some(({ id }) => (entries.linesOf(id)?.length ?? 0) > 0)))
      }
      footerExtra={progress !== null && <span role="status">{t('through', progress)}</span>}
    >
      {error !== null && (
        <ErrorBanner error={error} details={rest} onClose={() => setError(null)} />
      )}
      {results === null ? (
        <>
          {Object.keys(input).length > 0 && (
            <div style={{ marginBottom: 12 }}>
              <FieldForm
                fields={input}
                values={values}
                around={commonOf(documents)}
                problems={{ ...(isChecked ? problems : {}), ...served.fields }}
                onChange={(name, value) => {
                  setValues((known) => ({ ...known, [name]: value }))
                  // It was said of other values; the preview asks again with these.
                  setError(null)
                }}
              />
            </div>
          )}
          {declared.handsOver !== undefined && documents.length === 1 && (
            <Suspense fallback={null}>
              <HandOver
                definition={definition}
                action={action}
                values={{ ...firstRow, ...values }}
                evidence={evidence}
                isSignatureRequired={isSignatureRequired}
              />
            </Suspense>
          )}
          {preview.error !== null && !saysSame(preview.error, error) && (
            <ErrorBanner error={preview.error} />
          )}
          {preview.isPartial && (
            <p>
              {t('partPreviewed', {
                count: preview.previews.length + preview.refused.length,
              })}
            </p>
          )}
          {preview.refused.length > 0 && <RefusedOnes verb={verb} refused={preview.refused} />}
          <PreviewWarnings previews={preview.previews} numbers={preview.numbers} />
          <PreviewPostings previews={preview.previews} />
          <ActedDocuments
            definition={definition}
            action={action}
            documents={documents}
            previewed={preview}
            entries={entries}
          />
        </>
      ) : (
        <BatchResult
          verb={verb}
          isHandedOver={asksErp(declared)}
          results={results}
          isBusy={isBusy}
          numberOf={(id) => documents.find((document) => document.id === id)?.docNo ?? ''}
          onRetry={(ids) => start(documents.filter(({ id }) => ids.includes(id)))}
        />
      )}
    </Dialog>
  )
}

/** The place of the documents, as far as it is one. */
function commonOf(documents: readonly ListedDocument[]): Row {
  const rows: Row[] = documents.map((one) => ({ ...one }))
  const isCommon = (name: string): boolean => rows.every((row) => row[name] === rows[0]?.[name])
  return Object.fromEntries(
    ['companyCode', 'plant'].filter(isCommon).map((name) => [name, rows[0]?.[name]]),
  )
}
