import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { companyToday } from '@kufang/kernel/company-day.ts'
import type { CreateRequest, Preview } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { variantOnPage } from '@kufang/contract/document/page-variants.ts'
import { useAccount } from '../session/decider.ts'
import { creation, documentApi } from '../document/document-api.ts'
import type { Prefill, TakenSource } from '../document/document-api.ts'
import { documentPath } from '../document/document-path.ts'
import { draftStore, withFreshRowIds } from '../document/entry/entry-draft.ts'
import { EntryForm } from '../document/entry/entry-form.tsx'
import {
  headerOfSources,
  linesOfStock,
  linesOfPrefill,
  newRowId,
} from '../document/entry/entry-lines.ts'
import {
  rememberedKey,
  rememberedOf,
  withRemembered,
  withUsual,
} from '../document/entry/remembered.ts'
import { useIntentKeys } from '../api/intent-key.ts'
import { tellDone } from '../document/act/next-words.ts'
import { useEvidence } from '../document/hand-over/use-evidence.ts'
import { afterDocumentWrite } from '../document/related.ts'
import { useEntry } from '../document/entry/use-entry.ts'
import type { Entry } from '../document/entry/use-entry.ts'
import { useOnlyChoices } from '../document/entry/use-only-choices.ts'
import { useConfirm } from '../dialog/use-confirm.tsx'
import { toast } from '../feedback/toast.ts'
import type { Row } from '../fields/field-column.ts'
import { momentText } from '../fields/moment-text.ts'
import type { LineGridHandle } from '../grid/line-grid.tsx'
import { readPreference, writePreference } from '../preferences/preferences.ts'
import { useUnsavedWork } from '../tab/tab-context.ts'
import { listed, useLanguage } from '../text/language.ts'
import type { AnyDocumentPage } from './list/document-list.tsx'
import { ConfirmCreation } from './confirm-creation.tsx'
import { creationOutcome } from './creation-outcome.ts'
import { createMessages } from './create-messages.ts'
import styles from './frame/pages.module.css'
import { useLinkedSource } from './linked-source.tsx'
import { mixedReason } from './mixed-reason.ts'
import { SourceWorklist } from './source-worklist.tsx'
import { StockWorklist } from './stock-worklist.tsx'
import { useMessages } from '../text/messages.ts'

export interface CreateWorkbenchProps {
  definition: AnyDocument
  page: AnyDocumentPage
  path: string
  /** Called after a document was created. */
  onMade?: () => void
}

/** Creates documents: select open source lines, fill in the form, check the preview, confirm once. */
// oxlint-disable-next-line max-lines-per-function -- one form with its draft: entering, keeping, checking and sending share its state
export function CreateWorkbench(props: CreateWorkbenchProps): ReactNode {
  const { page, path } = props
  const definition = variantOnPage(props.definition, page)
  const t = useMessages(createMessages)
  const { label } = useLanguage()
  const client = useQueryClient()
  const confirm = useConfirm()
  const keys = useIntentKeys()
  const account = useAccount()
  const grid = useRef<LineGridHandle>(null)
  const drafts = useMemo(
    () => draftStore(account, `${path} ${definition.name}`, localStorage),
    [account, path, definition.name],
  )
  const [restored] = useState(() => drafts.read())
  const rememberedUnder = rememberedKey(path, definition.name)
  const completed = (begun: Entry): ReturnType<typeof withRemembered> => {
    const last = readPreference(rememberedUnder)
    const { entry: known, filled } = withRemembered(definition, begun, last, companyToday())
    return { entry: withUsual(definition, known), filled }
  }
  // If there is a source, its lines are selected first; remembered values are applied with their header.
  const begin = (): Entry => {
    const bare: Entry = { header: { ...page.where }, lines: [] }
    return definition.source === undefined ? completed(bare).entry : bare
  }
  const [emptyEntry, setEmptyEntry] = useState(begin)
  const entry = useEntry(
    definition,
    restored === null
      ? emptyEntry
      : { header: restored.header, lines: withFreshRowIds(restored.lines, newRowId) },
  )
  const hasSource = definition.source !== undefined
  const { stockLines } = definition
  const isChosen = hasSource || stockLines !== undefined
  const [isChoosing, setChoosing] = useState(isChosen && restored === null)
  const isLinked = useLinkedSource() !== null
  const [isRestored, setRestored] = useState(restored !== null)
  const [rememberedFields, setRememberedFields] = useState<readonly Field[]>([])
  const [isBusy, setBusy] = useState(false)
  const [formsBegun, setFormsBegun] = useState(0)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [confirmError, setConfirmError] = useState<unknown>(null)
  const evidence = useEvidence()
  const addToEmpty = useCallback(
    (values: Row) =>
      setEmptyEntry(({ header, lines }) => ({ header: { ...header, ...values }, lines })),
    [],
  )
  useOnlyChoices(definition, entry, !isChoosing, addToEmpty, formsBegun)
  const hasHeader = Object.entries(entry.header).some(
    ([name, value]) => value != null && value !== '' && value !== emptyEntry.header[name],
  )
  const hasWork = entry.lines.length > 0 || (!hasSource && hasHeader)
  /** Ends the current cell edit; its text is in the lines in the next task. */
  const finishEditing = (): Promise<void> => {
    grid.current?.finishEditing()
    return new Promise((done) => setTimeout(done, 0))
  }
  useUnsavedWork(hasWork, {
    // An incomplete document can be kept only in this browser; the home page lists it.
    keep: async () => {
      await finishEditing()
      drafts.write(entry.newest())
      return true
    },
    discard: drafts.remove,
  })
  useEffect(() => {
    if (hasWork) {
      drafts.write({ header: entry.header, lines: entry.lines })
    } else drafts.remove()
  }, [drafts, hasWork, entry.header, entry.lines])

  const actionAfterCreate =
    page.actionAfterCreate === undefined ? undefined : definition.actions[page.actionAfterCreate]
  const outcome = creationOutcome(definition, page)
  const verb = label(outcome.verb)

  /** Whether rows do not belong on one document; the reason is shown. */
  const isMixed = (rows: readonly Row[]): boolean => {
    const { header, lines } = entry.newest()
    const reason = mixedReason(definition, lines.length > 0 ? header : {}, rows, t)
    if (reason !== null) toast.warning(reason)
    return reason !== null
  }
  const takeStock = (rows: readonly Row[]): boolean => {
    toast.close()
    if (isMixed(rows)) return false
    const { header, lines } = entry.newest()
    if (rows.length > 0)
      entry.replace({
        header: { ...header, ...headerOfSources(definition, rows) },
        lines: [...lines, ...linesOfStock(definition, lines, rows)],
      })
    setChoosing(false)
    return true
  }
  const takenWords = (taken: Prefill['taken']): string =>
    listed(taken.map(({ source, docNos }) => t('takenLine', { source, by: docNos.join('、') })))
  const take = async (sources: readonly TakenSource[], rows: readonly Row[]): Promise<boolean> => {
    // What an earlier choice was told is no longer true.
    toast.close()
    const { header, lines } = entry.newest()
    const isTaken = (source: TakenSource): boolean =>
      lines.some((line) => {
        const known = line['source'] as TakenSource | undefined
        return known?.id === source.id && known.lineNo === source.lineNo
      })
    const fresh = sources.filter((source) => !isTaken(source))
    if (fresh.length > 0) {
      const proposed = await documentApi.prefill(definition.name, path, fresh)
      const left = fresh.filter(
        ({ id, lineNo }) =>
          !proposed.lines.some(({ source }) => source?.id === id && source.lineNo === lineNo),
      )
      // Some lines cannot be used yet, for example while their inspection is open.
      const waiting = left.length - proposed.taken.length
      const told = [
        ...(proposed.taken.length > 0 ? [t('taken', { which: takenWords(proposed.taken) })] : []),
        ...(waiting > 0 ? [t('nothingYet', { count: waiting })] : []),
      ]
      if (told.length > 0) toast.warning(told.join(label({ zh: '；', en: '; ' })))
      if (proposed.lines.length === 0) return false
      const used = rows.filter(
        (row) => !left.some(({ id, lineNo }) => row['id'] === id && row['lineNo'] === lineNo),
      )
      if (isMixed(used)) return false
      const known = completed({
        header: { ...proposed.header, ...header, ...headerOfSources(definition, used, header) },
        lines: [
          ...lines,
          ...linesOfPrefill(
            definition,
            proposed.lines,
            rows,
            proposed.secondRatios,
            proposed.shown,
          ),
        ],
      })
      entry.replace(known.entry)
      setRememberedFields(known.filled)
    }
    setChoosing(false)
    return true
  }
  const reset = (): void => {
    keys.done()
    evidence.clear()
    // Not left to the effect: a page that shows its list again takes the form away before it runs, and what was sent
    // would be restored as unfinished.
    drafts.remove()
    const empty = begin()
    setEmptyEntry(empty)
    setFormsBegun((count) => count + 1)
    entry.replace(empty)
    setRememberedFields([])
    setRestored(false)
    setPreview(null)
    if (isChosen) setChoosing(true)
  }
  /** What is sent; the company of stock that was chosen, where no predecessor says it. */
  const requested = (): Pick<CreateRequest, 'companyCode' | 'header' | 'lines'> => {
    const { companyCode } = entry.newest().header
    return {
      ...(!hasSource && typeof companyCode === 'string' && { companyCode }),
      ...entry.request(),
    }
  }
  const create = async (actionAfterCreate: string | undefined): Promise<void> => {
    setBusy(true)
    try {
      const taken = actionAfterCreate === undefined ? {} : await evidence.upload()
      const wanted = { ...creation(requested(), path, actionAfterCreate), ...taken }
      const made = await documentApi.create(definition.name, wanted, keys.of(wanted))
      tellDone(
        label(actionAfterCreate === undefined ? outcome.draftMade : outcome.made),
        definition.name,
        made,
        documentPath(definition.name, made.id),
      )
      writePreference(rememberedUnder, rememberedOf(definition, entry.newest(), companyToday()))
      afterDocumentWrite(client, definition.name)
      reset()
      props.onMade?.()
    } catch (thrown) {
      setPreview(null)
      entry.refuse(thrown)
    } finally {
      setBusy(false)
    }
  }
  const submit = async (): Promise<void> => {
    if (!entry.check()) return
    if (actionAfterCreate?.isPreviewed === true) await show({})
    else await create(page.actionAfterCreate)
  }
  /** The effects of the act, or its refusal, which may be reported; nothing is created. */
  const show = async (more: Pick<CreateRequest, 'reportsRefusal'>): Promise<void> => {
    setBusy(true)
    setConfirmError(null)
    try {
      const wanted = creation(requested(), path, page.actionAfterCreate)
      setPreview(await documentApi.previewCreate(definition.name, { ...wanted, ...more }))
    } catch (thrown) {
      entry.refuse(thrown)
    } finally {
      setBusy(false)
    }
  }
  const start = (work: () => Promise<void>): void => {
    finishEditing().then(work).catch(toast.error)
  }
  const saveDraft = async (): Promise<void> => {
    if (entry.check()) await create(undefined)
  }
  const discard = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('discardAll'),
      actionText: t('discard'),
      isDangerous: true,
    })
    if (agreed) reset()
  }
  if (isChoosing || (hasSource && isLinked)) {
    return (
      <>
        {entry.lines.length > 0 && (
          <Alert
            type="info"
            showIcon
            title={t('inForm', { count: entry.lines.length })}
            action={<Button onClick={() => setChoosing(false)}>{t('backToForm')}</Button>}
          />
        )}
        {stockLines === undefined ? (
          <SourceWorklist definition={definition} page={page} path={path} onTake={take} />
        ) : (
          <StockWorklist
            definition={definition}
            stockLines={stockLines}
            page={page}
            path={path}
            onTake={takeStock}
          />
        )}
      </>
    )
  }
  return (
    <>
      <div className={styles.form}>
        {isRestored && (
          <Alert
            type="info"
            showIcon
            title={t('restored', { at: momentText(restored?.savedAt) })}
            closable={{ onClose: () => setRestored(false) }}
          />
        )}
        {rememberedFields.length > 0 && (
          <Alert
            type="info"
            showIcon
            title={t('remembered', {
              names: listed(rememberedFields.map((field) => label(field.label))),
            })}
            closable={{ onClose: () => setRememberedFields([]) }}
          />
        )}
        <EntryForm
          definition={definition}
          entry={entry}
          hasSource={hasSource}
          grid={grid}
          onReport={() => start(() => show({ reportsRefusal: true }))}
        />
      </div>
      <div className={styles.actionBar} role="toolbar">
        {hasWork && (
          <Button
            type="text"
            onClick={() => {
              discard().catch(toast.error)
            }}
          >
            {t('discard')}
          </Button>
        )}
        {isChosen && (
          <Button onClick={() => setChoosing(true)}>
            {t(hasSource ? 'addSources' : 'addStock')}
          </Button>
        )}
        <span className={styles.spring} />
        {outcome.hasDraftButton && (
          <Button
            disabled={entry.lines.length === 0}
            loading={isBusy}
            aria-keyshortcuts="Control+S"
            onClick={() => start(saveDraft)}
          >
            {t('saveDraft')}
          </Button>
        )}
        <Button
          type="primary"
          disabled={entry.lines.length === 0}
          loading={isBusy}
          aria-keyshortcuts="Control+Enter"
          onClick={() => start(submit)}
        >
          {t('primary', { verb })}
        </Button>
      </div>
      {preview !== null && (
        <ConfirmCreation
          verb={verb}
          preview={preview}
          isBusy={isBusy}
          error={confirmError}
          evidence={evidence}
          definition={definition}
          action={page.actionAfterCreate}
          values={entry.header}
          onClose={() => setPreview(null)}
          onConfirm={() => {
            create(page.actionAfterCreate).catch(setConfirmError)
          }}
        />
      )}
    </>
  )
}
