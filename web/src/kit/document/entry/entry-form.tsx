import { textOf } from '@kufang/kernel/text-of.ts'
import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { excessDocument } from '@kufang/contract/document/catalogue/excess-refusals.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { reportableRefusals } from '@kufang/contract/document/catalogue/reportable-refusals.ts'
import { ApiError, type ApiErrorDetail } from '../../api/api-error.ts'
import { ErrorBanner } from '../../feedback/error-banner.tsx'
import { toast } from '../../feedback/toast.ts'
import { FieldForm } from '../../fields/field-form.tsx'
import { isEmptyValue, isTyped } from '../../fields/entered-value.ts'
import { LineGrid } from '../../grid/line-grid.tsx'
import { useAccount, useDecider } from '../../session/decider.ts'
import type { LineGridHandle } from '../../grid/line-grid.tsx'
import { useNumberedMaterials } from '../../serial-numbers/use-numbered-materials.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import { headerFields, lineFields, totalledFields } from '../document-fields.ts'
import { openPath } from '../document-path.ts'
import { entryColumns, entryFields } from './entry-columns.ts'
import { isEnteredField, isNeeded, newRowId, splitLine, takenByHeader } from './entry-lines.ts'
import type { EntryLine } from './entry-lines.ts'
import { excessEntry } from './excess-entry.ts'
import { draftStore } from './entry-draft.ts'
import { reduceLines } from './reduce-lines.ts'
import { usualOf } from './remembered.ts'
import { sumOfColumn } from '../line-totals.ts'
import { slotsOf } from '../slots.ts'
import { useFirstProblem } from './use-first-problem.ts'
import { useFilledReferences } from './use-filled-references.ts'
import type { EntryState } from './use-entry.ts'
import { useProposedSeconds } from './propose-second.ts'
import { useReferencesWithoutChoice } from './use-references-without-choice.ts'
import { useStockLines } from './use-stock-lines.ts'

const messages = defineMessages({
  lines: { zh: '{document}明细', en: '{document} lines' },
  removeLines: { zh: '移除所选行', en: 'Remove selected lines' },
  split: { zh: '拆分所选行', en: 'Split selected lines' },
  noLines: {
    zh: '还没有明细：先从来源中选择',
    en: 'No lines yet: choose them from the source first',
  },
  noOwnLines: {
    zh: '还没有明细：点“添加一行”，或从 Excel 复制后在此粘贴',
    en: 'No lines yet: add one, or paste a block copied from Excel',
  },
  enterPermitted: { zh: '改为允许的数量', en: 'Enter what is permitted' },
  reduced: {
    zh: '第 {line} 行已由 {from} 改为 {to} {unit}，请核对后再提交',
    en: 'Line {line} was reduced from {from} to {to} {unit}; check it and submit again',
  },
  registerRest: {
    zh: '改为允许的数量，多到的登记无单到货',
    en: 'Enter what is permitted, and register the rest without papers',
  },
  restCause: {
    zh: '到货多于订单 {order} 允许的数量',
    en: 'More arrived than order {order} permits',
  },
  restEntered: {
    zh: '多到的 {count} 行已填入无单到货单，请核对后登记；原单的数量已改为允许的，在原页签中提交',
    en: '{count} {count|line|lines} of what is too many are entered as an arrival without papers: check and register it. The first document has what is permitted, and is submitted in its own tab',
  },
  restWaits: {
    zh: '无单到货页上还有未提交的内容：请先提交或清除它，再登记多到的物资',
    en: 'The page of arrivals without papers has input that is not submitted: submit or discard it first, then register what is too many',
  },
  reducedAtGate: {
    zh: '第 {line} 行已由 {from} 改为 {to} {unit}；多到的 {excess} {unit} 请另登记无单到货单，或待订单更改后再办理到货',
    en: 'Line {line} was reduced from {from} to {to} {unit}; register the {excess} {unit} that are too many as an arrival without papers, or record them once the order is changed',
  },
})

/** Header fields that are not entered and do not exist before saving. */
const unknownYet: ReadonlySet<string> = new Set([
  'docNo',
  'state',
  'erpState',
  'documentDate',
  'postingDate',
  'createdByName',
  'createdAt',
  'updatedAt',
])

/** The form of a document: header fields above, editable lines below, optimised for the keyboard. */
// oxlint-disable-next-line max-lines-per-function -- markup: the sections of a form in the order of the screen
export function EntryForm(props: {
  definition: AnyDocument
  entry: EntryState
  /** Lines come from a source and cannot be added manually. */
  hasSource: boolean
  grid: RefObject<LineGridHandle | null>
  /** Sends again what was refused, and has the refusal told to whom it concerns. */
  onReport: () => void
}): ReactNode {
  const { definition, entry } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [chosen, setChosen] = useState<readonly EntryLine[]>([])
  useFilledReferences(definition, entry)
  useStockLines(definition, entry)
  useProposedSeconds(definition, entry)
  const head = useRef<HTMLDivElement>(null)
  useFirstProblem(entry, head, props.grid)
  const header = useRef(entry.header)
  header.current = entry.header
  // Columns depend only on which fields are filled, not on typed values: rebuilding them would lose typed characters.
  const filled = filledKey(definition, entry.lines)
  const numbered = useNumberedMaterials(lineFields(definition), entry.lines)
  const withoutChoice = useReferencesWithoutChoice(definition, entry.header)
  const columns = useMemo(
    () =>
      entryColumns(
        definition,
        entry.lines,
        () => header.current,
        withoutChoice,
        () => entry.newest().lines,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- `filled` and `numbered` change with the lines
    [definition, filled, numbered, withoutChoice],
  )
  const totals = useMemo(() => {
    const found: Record<string, unknown> = {}
    const fields = lineFields(definition)
    for (const name of totalledFields(fields)) {
      // Several lines may come from one source line, so a sum of its open quantity would count it several times.
      if (['openQuantity', 'heldQuantity', 'freeQuantity'].includes(name)) continue
      const sum = sumOfColumn(entry.lines, name, fields[name]?.unit)
      if (sum !== null) found[name] = sum
    }
    return found
  }, [definition, entry.lines])
  const taken = takenByHeader(entry.lines)
  const fields = formFields(definition, entry, taken)
  const { quantity } = lineFields(definition)
  const isQuantityEntered = quantity !== undefined && isEnteredField(quantity)
  const { summary: Summary } = slotsOf(definition.name)
  const current = entry.lines.filter((line) => chosen.some(({ rowId }) => rowId === line.rowId))
  const slotProps = {
    definition,
    header: entry.header,
    lines: entry.lines,
    onHeaderChange: entry.setHeader,
    onLinesChange: entry.setLines,
    chosen: current,
  }
  const reportable = reportableOf(entry.refused.error)
  const permitted = useMemo(
    () => reduceLines(entry.lines, detailsOf(entry.refused.error)),
    [entry.lines, entry.refused.error],
  )
  const enterPermitted = (): void => {
    entry.setLines(permitted.lines)
    entry.clearRefusal()
    toast.info(
      permitted.reduced
        .map((one) => t(one.isAtGate ? 'reducedAtGate' : 'reduced', { ...one }))
        .join('\n'),
    )
  }
  const decider = useDecider()
  const account = useAccount()
  const hasRest =
    permitted.reduced.some(({ isAtGate }) => isAtGate) &&
    (decider.isAdmin || decider.roles.has(cataloguePage(excessDocument.page).role))
  /** The rest goes into the form of goods without papers, which opens beside this one. */
  const registerRest = (): void => {
    const { name, page } = excessDocument
    const rest = draftStore(account, `${page} ${name}`, localStorage)
    if (rest.read() !== null) return void toast.warning(t('restWaits'))
    const made = excessEntry(entry.newest(), permitted.reduced, (first) =>
      t('restCause', { order: first.order || '–' }),
    )
    rest.write(made)
    entry.setLines(permitted.lines)
    entry.clearRefusal()
    toast.info(t('restEntered', { count: made.lines.length }))
    openPath(`${page}?create=${Date.now()}`)
  }
  useEffect(() => {
    // Remove selections of deleted lines.
    if (current.length !== chosen.length) setChosen(current)
  }, [current, chosen])
  return (
    <>
      {entry.refused.error !== null && (
        <ErrorBanner
          error={entry.refused.error}
          details={entry.refused.rest}
          onClose={entry.clearRefusal}
        />
      )}
      {(reportable !== undefined || permitted.reduced.length > 0) && (
        <div>
          {permitted.reduced.length > 0 && (
            <Button size="small" onClick={enterPermitted}>
              {t('enterPermitted')}
            </Button>
          )}{' '}
          {hasRest && (
            <Button size="small" type="primary" onClick={registerRest}>
              {t('registerRest')}
            </Button>
          )}{' '}
          {reportable !== undefined && (
            <Button size="small" onClick={props.onReport}>
              {label(reportable)}
            </Button>
          )}
        </div>
      )}
      <div ref={head} style={{ display: 'contents' }}>
        <FieldForm
          fields={fields}
          values={entry.header}
          problems={entry.headerProblems}
          readOnly={taken}
          onChange={(name, value) => entry.setHeader({ [name]: value })}
        />
      </div>
      {Summary !== undefined && <Summary {...slotProps} />}
      <LineGrid
        ref={props.grid}
        pageKey={`entry ${definition.name}`}
        ariaLabel={t('lines', { document: label(definition.label) })}
        columns={columns}
        rows={entry.lines}
        rowId={(row) => row.rowId}
        onRowsChange={entry.setLines}
        {...(!props.hasSource && {
          newRow: (): EntryLine => ({ ...usualOf(lineFields(definition)), rowId: newRowId() }),
        })}
        growsByKey={definition.stockLines === undefined}
        problems={entry.cellProblems}
        onSelectionChange={setChosen}
        totals={entry.lines.length > 1 ? totals : null}
        empty={<span>{props.hasSource ? t('noLines') : t('noOwnLines')}</span>}
        footerExtra={
          <>
            {isQuantityEntered && (
              <Button
                size="small"
                type="link"
                disabled={current.length === 0}
                onClick={() =>
                  entry.setLines(
                    current.reduce((lines, line) => splitLine(lines, line.rowId), entry.lines),
                  )
                }
              >
                {t('split')}
              </Button>
            )}
            <Button
              size="small"
              type="link"
              disabled={current.length === 0}
              onClick={() => entry.setLines(entry.lines.filter((line) => !current.includes(line)))}
            >
              {t('removeLines')}
            </Button>
          </>
        }
      />
    </>
  )
}

const detailsOf = (error: unknown): readonly ApiErrorDetail[] =>
  error instanceof ApiError ? error.details : []

/** The words for what of a refusal can be reported. */
function reportableOf(error: unknown): Label | undefined {
  return detailsOf(error).flatMap(({ code }) => reportableRefusals[code] ?? [])[0]
}

/** Read-only fields first, then editable ones, long texts last; those that only some goods need while a line has them. */
function formFields(
  definition: AnyDocument,
  { header, lines, headerProblems }: EntryState,
  taken: ReadonlySet<string>,
): Fields {
  const rank = ([name, field]: [string, Field]): number =>
    !isTyped(field) || taken.has(name) ? 0 : field.multiline === true ? 2 : 1
  return Object.fromEntries(
    Object.entries(headerFields(definition))
      .filter(
        ([name, field]) =>
          !unknownYet.has(name) &&
          (textOf(header[name]) !== '' ||
            (isTyped(field) && (isNeeded(field, lines) || name in headerProblems))),
      )
      .map(([name, field]): [string, Field] => [
        name,
        // What a line needs is marked; a draft is saved without it.
        field.neededBy !== undefined && isNeeded(field, lines)
          ? { ...field, required: true }
          : field,
      ])
      .toSorted((left, right) => rank(left) - rank(right)),
  )
}

/** The read-only columns with a value in any line; editable columns are always shown. */
function filledKey(definition: AnyDocument, lines: readonly EntryLine[]): string {
  const fields = entryFields(definition)
  const names = new Set<string>()
  for (const line of lines) {
    for (const [name, value] of Object.entries(line)) {
      const field = fields[name]
      if (field !== undefined && !isEnteredField(field) && !isEmptyValue(value)) names.add(name)
    }
  }
  return [...names].toSorted().join(' ')
}
