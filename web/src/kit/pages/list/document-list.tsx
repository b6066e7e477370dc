import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../feedback/lazy-part.tsx'
import { searchedLineFields } from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { DocumentPage } from '@kufang/contract/document/declare/page.ts'
import { usualOrder } from '@kufang/contract/document/usual-order.ts'
import { listedDocument } from '../../document/listed-document.ts'
import { listColumns, rowFields, statesOfColumn } from '../../document/document-fields.ts'
import { documentPath, openDocument, openPath } from '../../document/document-path.ts'
import { useMayPrint } from '../../document/print/may-print.ts'
import { afterDocumentWrite } from '../../document/related.ts'
import { slotsOf } from '../../document/slots.ts'
import { useBooksWatch, waitsForBooks } from '../../document/act/use-books-watch.ts'
import { SidePanel } from '../../dialog/side-panel.tsx'
import type { Row } from '../../fields/field-column.ts'
import type { DataGridHandle, GridSelection } from '../../grid/data-grid.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { useLanguage } from '../../text/language.ts'
import { withDueColumn, withDueField } from './due-column.tsx'
import { withGoodsColumns } from './goods-columns.ts'
import { RecordList } from './record-list.tsx'
import type { ReadAll } from './record-list.tsx'
import { useRowPanel } from './use-row-panel.ts'
import { useWholeSelection } from './use-whole-selection.ts'
import { useVisible } from '../../session/use-visible.ts'

const ActionBar = lazyPart(async () => ({
  default: (await import('./action-bar.tsx')).ActionBar,
}))

/** Loaded when a document is opened. */
const DocumentView = lazyPart(async () => ({
  default: (await import('../../document/view/document-view.tsx')).DocumentView,
}))

export type AnyDocumentPage = DocumentPage<string, string, string>

export interface DocumentListProps {
  definition: AnyDocument
  page: AnyDocumentPage
  path: string
  empty?: ReactNode
}

/**
 * The documents of a page: worklist or query, actions for the selected rows, and the document in the side panel, where
 * the arrow keys select rows.
 */
// oxlint-disable-next-line max-lines-per-function -- markup: one list with its panel, actions and selection
export function DocumentList({ path, empty, ...props }: DocumentListProps): ReactNode {
  const definition = useVisible(props.definition)
  const page = definition.pages[path] ?? props.page
  const { label } = useLanguage()
  const grid = useRef<DataGridHandle>(null)
  const reader = useRef<ReadAll>(null)
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const { whole, isReading } = useWholeSelection(selection, reader, () =>
    grid.current?.clearSelection(),
  )
  const level = page.level ?? 'header'
  const rowId = level === 'line' ? lineRowId : headerRowId
  const beside = useRowPanel(documentIdOf, rowId)
  const { shown, show } = beside
  const opened = shown === null ? null : listedDocument(shown)
  const [isWaiting, setWaiting] = useState(false)
  /** The document named in a link: opened in the side panel when its row is loaded. */
  const linked = useRef<string | null>(null)
  const client = useQueryClient()
  useBooksWatch(
    isWaiting,
    () => grid.current?.refresh(),
    () => afterDocumentWrite(client, definition.name),
  )
  const fields = useMemo(() => rowFields(definition, level), [definition, level])
  const statesOf = useCallback((name: string) => statesOfColumn(definition, name), [definition])
  const open = useCallback(
    (row: Row, inOwnTab: boolean): void => {
      if (inOwnTab) openPath(documentPath(definition.name, listedDocument(row).id))
      else show(row)
    },
    [definition.name, show],
  )
  const actions = page.actions ?? []
  /** Who acts on a document or looks for one sees what it is about. */
  const showsGoods = level === 'header'
  // The server adds what orders rows of one date.
  const order = useMemo(() => usualOrder(definition, page).slice(0, 1), [definition, page])
  const columns = useMemo((): GridColumn<Row>[] => {
    const dueBy = definition.due?.by
    const isByDue = order.some(({ field }) => field === dueBy)
    const shown = isByDue ? withDueField(page.columns, dueBy) : page.columns
    const own = withDueColumn(definition, listColumns(definition, level, shown), isByDue).map(
      (column) => (column.field === 'docNo' ? { ...column, onOpen: open } : column),
    )
    return showsGoods ? withGoodsColumns(definition, own) : own
  }, [definition, level, page.columns, open, showsGoods, order])
  const initialValues = useMemo(
    () => ({
      ...(page.states !== undefined && { state: [...page.states] }),
      ...(page.erpStates !== undefined &&
        definition.posts === true && { erpState: [...page.erpStates] }),
    }),
    [page.states, page.erpStates, definition.posts],
  )
  const searched = useMemo(() => ['docNo', ...searchedLineFields(definition)], [definition])
  // The server applies the condition of the page (`where`).
  const asked = useMemo(
    () => ({
      level,
      ...(path in definition.pages && { page: path }),
      ...(showsGoods && { withGoods: true }),
    }),
    [level, path, definition.pages, showsGoods],
  )
  const mayPrint = useMayPrint(definition)
  const { toolbar: Toolbar } = slotsOf(definition.name)
  return (
    <>
      <RecordList
        ref={grid}
        reader={reader}
        pageKey={`${path} ${definition.name}`}
        {...(definition.goods === false && { searchFields: searched })}
        ariaLabel={label(definition.label)}
        fields={fields}
        columns={columns}
        quickFilters={page.filters ?? ['docNo', 'state']}
        statesOf={statesOf}
        listPath={`/api/documents/${definition.name}/list`}
        exportPath={`/api/documents/${definition.name}/export`}
        entity={definition.name}
        extraRequest={asked}
        initialValues={initialValues}
        {...(definition.isMirror !== true && { defaultSort: order })}
        rowId={rowId}
        selection={actions.length > 0 || mayPrint ? 'multiple' : 'none'}
        onSelectionChange={setSelection}
        {...beside.list}
        onRowOpen={open}
        onLinked={(docNo) => {
          beside.list.onLinked(docNo)
          linked.current = docNo
        }}
        onRows={(known) => {
          beside.list.onRows(known)
          const wanted = known.find((row) => row['docNo'] === linked.current)
          if (wanted !== undefined) {
            linked.current = null
            show(wanted)
          }
          setWaiting(known.some(waitsForBooks))
        }}
        empty={empty}
        toolbar={
          Toolbar !== undefined && (
            <Toolbar
              definition={definition}
              path={path}
              onChanged={() => grid.current?.refresh()}
            />
          )
        }
      />
      {whole !== null && (
        <Suspense fallback={null}>
          <ActionBar
            definition={definition}
            actions={actions}
            selection={whole}
            isReading={isReading}
            onDone={() => grid.current?.clearSelection()}
          />
        </Suspense>
      )}
      <SidePanel
        {...beside.panel}
        isWide
        title={label(definition.label)}
        extra={
          opened !== null && (
            <a
              href={`#${documentPath(definition.name, opened.id)}`}
              onClick={(event) => {
                event.preventDefault()
                openDocument(definition.name, opened.id)
              }}
            >
              {label({ zh: '在标签页打开', en: 'Open in a tab' })}
            </a>
          )
        }
      >
        {opened !== null && (
          <Suspense fallback={null}>
            <DocumentView
              key={opened.id}
              definition={definition}
              id={opened.id}
              preferred={actions}
              onOpen={openDocument}
              onGone={beside.panel.onClose}
              // In a worklist, continue with the next document after an action.
              {...(page.kind === 'step' && { onActed: () => beside.panel.onNext?.() })}
            />
          </Suspense>
        )}
      </SidePanel>
    </>
  )
}

const headerRowId = (row: Row): string => String(row['id'])
const documentIdOf = (row: Row): string => listedDocument(row).id
const lineRowId = (row: Row): string => `${listedDocument(row).id} ${String(row['lineNo'])}`
