import { ArrowRightOutlined } from '@ant-design/icons'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { DocumentResponse, MoveRow, Preview } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import { FieldDisplay } from '../../fields/field-display.tsx'
import { isEmptyValue } from '../../fields/entered-value.ts'
import { StateTag } from '../../theme/state-tag.tsx'
import { listed, useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import type { ListedDocument } from '../listed-document.ts'
import { slotsOf } from '../slots.ts'
import { headerFields } from '../document-fields.ts'
import { sumsByUnit } from '../line-totals.ts'
import { TabState } from '../tab-state.tsx'
import styles from './act.module.css'
import { lineRows, movedRows, movesToPost } from './check-rows.ts'
import { CheckTable } from './check-table.tsx'
import { LineInputGrid } from './line-input-grid.tsx'
import { PreviewTable } from './preview-table.tsx'
import { useActedDocument } from './use-acted-document.ts'
import type { LineEntries } from './use-line-entries.ts'

const messages = defineMessages({
  becomes: { zh: '变为', en: 'becomes' },
  lines: { zh: '明细：{count} 行', en: 'Lines: {count}' },
  linesWithSum: { zh: '明细：{count} 行，{sum}', en: 'Lines: {count}, {sum}' },
  toPost: {
    zh: '过账时将告知 ERP：{items} 行，移动类型 {types}',
    en: 'Posting will tell the ERP of {items} {items|item|items}, movement type {types}',
  },
})

/** Maximum number of header fields shown; the others are available through the document number. */
const headlineMax = 6

/** The effect of an action on a document: states before and after, goods, movements and ERP postings. */
export function ActedGoods(props: {
  definition: AnyDocument
  action: string
  document: ListedDocument
  /** The preview, if the action has one. */
  preview: Preview | undefined
  /** What is entered of the lines, where the action asks for it. */
  entries: LineEntries
}): ReactNode {
  const { definition, action, document: listedOne, preview, entries } = props
  const { id } = listedOne
  const { data, moves, movesItself, error, isLoading, refetch } = useActedDocument(
    definition,
    action,
    listedOne,
    preview,
  )
  const inSteps = definition.postingSteps !== undefined
  const shownMoves = inSteps ? movesToPost(moves, preview) : moves
  const { isAsked, begin } = entries
  const { beside: Beside } = slotsOf(definition.name)
  useEffect(() => {
    if (isAsked && data !== undefined) begin(id, data.lines)
  }, [isAsked, begin, id, data])
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  return (
    <>
      <StateChange {...props} />
      <Headline definition={definition} header={data.header} />
      {isAsked ? (
        <>
          <LineInputGrid
            definition={definition}
            action={action}
            header={data.header}
            lines={data.lines}
            rows={entries.rowsOf(id) ?? []}
            problems={entries.problemsOf(id)}
            onRows={(rows) => entries.change(id, rows)}
            onGrid={entries.setGrid}
          />
          {preview !== undefined && <PreviewTable previews={[preview]} />}
        </>
      ) : (
        <Goods
          definition={definition}
          lines={data.lines}
          moves={movesItself ? [] : shownMoves}
          header={data.header}
          preview={preview}
        />
      )}
      {Beside !== undefined && (
        <Beside definition={definition} document={data} isInDialog action={action} />
      )}
    </>
  )
}

/** The current state and the state after the action. */
function StateChange(props: {
  definition: AnyDocument
  action: string
  document: ListedDocument
  preview: Preview | undefined
}): ReactNode {
  const t = useMessages(messages)
  const { definition, document: listedOne, preview } = props
  const declared = definition.actions[props.action]?.to
  const after = definition.states[preview?.after.state ?? declared ?? '']
  const before = definition.states[listedOne.state]
  const erpBefore = erpStates[listedOne.erpState as ErpState]
  const erpAfter = preview === undefined ? undefined : erpStates[preview.after.erpState as ErpState]
  const arrow = <ArrowRightOutlined role="img" aria-label={t('becomes')} />
  return (
    <div className={styles.states}>
      {before !== undefined && <StateTag {...before} />}
      {after !== undefined && after !== before && (
        <>
          {arrow}
          <StateTag {...after} />
        </>
      )}
      {definition.posts === true && erpAfter !== undefined && erpAfter !== erpBefore && (
        <>
          <StateTag {...erpBefore} />
          {arrow}
          <StateTag {...erpAfter} />
        </>
      )}
    </div>
  )
}

const inTags: ReadonlySet<string> = new Set(['state', 'erpState', 'companyCode', 'docNo'])

/** The main header fields above the lines. */
function Headline(props: {
  definition: AnyDocument
  header: DocumentResponse['header']
}): ReactNode {
  const { label } = useLanguage()
  const { definition, header } = props
  const fields = headerFields(definition)
  const own = [
    ...new Set([...Object.keys(definition.header), 'plant', 'storageLocation', 'createdByName']),
  ]
  const shown = own
    .filter(
      (name) => fields[name] !== undefined && !inTags.has(name) && !isEmptyValue(header[name]),
    )
    .slice(0, headlineMax)
  return (
    <dl className={styles.headline}>
      {shown.map((name) => {
        const field = fields[name]
        return (
          field !== undefined && (
            <div key={name}>
              <dt>{label(field.label)}</dt>
              <dd>
                <FieldDisplay name={name} field={field} values={header} />
              </dd>
            </div>
          )
        )
      })}
    </dl>
  )
}

/** ERP states in which movements are not yet posted. */
const toBePosted: ReadonlySet<string> = new Set([
  'unposted',
  'failed',
  'partlyPosted',
  'cancelledInErp',
  'awaitingSupplement',
])

function Goods(props: {
  definition: AnyDocument
  lines: DocumentResponse['lines']
  moves: readonly MoveRow[]
  header: DocumentResponse['header']
  preview: Preview | undefined
}): ReactNode {
  const t = useMessages(messages)
  const { definition, lines, moves, preview } = props
  const rows = useMemo(
    () => movedRows(lineRows(definition, lines), moves),
    [definition, lines, moves],
  )
  const inBooks = rows.filter(({ movementType }) => movementType !== '')
  const sum = sumsByUnit(lines)
  const isPostedNow = (preview?.postings.length ?? 0) > 0
  return (
    <>
      {preview !== undefined && <PreviewTable previews={[preview]} />}
      {!isPostedNow && inBooks.length > 0 && toBePosted.has(props.header.erpState) && (
        <p>
          {t('toPost', {
            items: inBooks.length,
            types: listed([...new Set(inBooks.map(({ movementType }) => movementType))]),
          })}
        </p>
      )}
      {(preview === undefined || preview.moves.length === 0) && (
        <CheckTable
          title={t(sum === '' ? 'lines' : 'linesWithSum', { count: lines.length, sum })}
          rows={rows}
        />
      )}
    </>
  )
}
