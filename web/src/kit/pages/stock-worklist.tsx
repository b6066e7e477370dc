import { useQueryClient } from '@tanstack/react-query'
import { Button, Empty } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { ReactNode } from 'react'
import type { Filter, ListResponse } from '@kufang/contract/document/api.ts'
import {
  limitOfStock,
  type AnyDocument,
} from '@kufang/contract/document/declare/define-document.ts'
import { usualLinesMax } from '@kufang/contract/document/lines-max.ts'
import { api } from '../api/client.ts'
import { queryDefinition } from '../declarations.ts'
import { slotsOf } from '../document/slots.ts'
import { toast } from '../feedback/toast.ts'
import type { Row } from '../fields/field-column.ts'
import { withWords } from '../fields/row-words.ts'
import type { DataGridHandle, GridSelection } from '../grid/data-grid.tsx'
import type { GridColumn } from '../grid/grid-column.ts'
import { scannedBins } from '../fields/scanned-bins.ts'
import { listed, useLanguage } from '../text/language.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import { useVisible } from '../session/use-visible.ts'
import { createMessages } from './create-messages.ts'
import type { AnyDocumentPage } from './list/document-list.tsx'
import { queryColumns, queryList } from './list/query-columns.ts'
import { WorklistScanBox } from './worklist-scan-box.tsx'
import { RecordList } from './list/record-list.tsx'
import type { ReadAll } from './list/record-list.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { useWholeSelection } from './list/use-whole-selection.ts'

const messages = defineMessages({
  take: { zh: '填写{name}', en: 'Fill in the {name}' },
  byHand: { zh: '不选库存，直接填写', en: 'Fill in without choosing stock' },
  empty: { zh: '没有符合条件的库存', en: 'No stock meets the conditions' },
  scan: { zh: '扫描或输入{name}后回车', en: 'Scan or type {name}, then Enter' },
  notFound: {
    zh: '{text} 没有可办理的库存：可能是空的、被占用，或不在您的范围',
    en: 'There is no stock to take at {text}: it is empty, held, or outside your scope',
  },
  severalPlaces: {
    zh: '货位 {text} 在多个库存地点：{places}；请扫描货位标签上的条码',
    en: 'Bin {text} is in several storage locations: {places}; scan the barcode of its label',
  },
})

const none: readonly Row[] = []

const filtersOf = (values: object): Filter[] =>
  Object.entries(values).map(([field, value]) => ({ field, operator: 'eq', value }))

/**
 * The stock that a document's lines may be about: tick rows, or all of the result, or scan what the page says (`scans`), and
 * they come into the form.
 */
// oxlint-disable-next-line max-lines-per-function -- markup: one list with scan box, selection and the way to the form
export function StockWorklist(props: {
  definition: AnyDocument
  stockLines: NonNullable<AnyDocument['stockLines']>
  page: AnyDocumentPage
  path: string
  /** True when they are in the form; otherwise the reason was shown. */
  onTake: (rows: readonly Row[]) => boolean
}): ReactNode {
  const { definition, stockLines, page, path, onTake } = props
  const { linesMax = usualLinesMax } = definition
  const t = useMessages(messages)
  const created = useMessages(createMessages)
  const { label } = useLanguage()
  // Loaded together with the declaration of the document.
  const query = useVisible(queryDefinition(stockLines.query)!)
  const client = useQueryClient()
  const grid = useRef<DataGridHandle>(null)
  const reader = useRef<ReadAll>(null)
  const [selection, setSelection] = useState<GridSelection<Row> | null>(null)
  const { whole, isReading } = useWholeSelection(selection, reader, () =>
    grid.current?.clearSelection(),
  )
  const list = useMemo(() => queryList(query, path), [query, path])
  // Nothing can be taken of stock that is held completely.
  const limit = limitOfStock(definition)
  const columns = useMemo(() => {
    const [own] = Object.keys(query.pages)
    return beside('quantity', limit, queryColumns(query, own ?? path))
  }, [query, path, limit])
  const fixed = filtersOf(stockLines.where ?? {})
  // What every line needs, such as a batch, the stock must have.
  for (const name of stockLines.lines)
    if (definition.lines[name]?.required === true)
      fixed.push({ field: name, operator: 'notEmpty', value: null })
  for (const field of page.offeredWith ?? [])
    fixed.push({ field, operator: 'notEmpty', value: null })
  if (limit !== null) fixed.push({ field: limit, operator: 'gte', value: '0.001' })
  const take = (rows: readonly Row[]): void => {
    if (rows.length > linesMax)
      toast.warning(created('tooMany', { count: rows.length, limit: linesMax }))
    else if (onTake(rows)) grid.current?.clearSelection()
  }
  const takeScanned = async (field: string, text: string): Promise<void> => {
    if (text === '') return
    const bins = field === 'bin' ? await scannedBins([text]) : []
    const [only, ...others] = bins
    const places = [...new Set(bins.map((one) => `${one.plant} / ${one.storageLocation}`))]
    const filters = [...fixed, ...filtersOf(only ?? { [field]: text })]
    if (others.length > 0) {
      toast.warning(t('severalPlaces', { text, places: listed(places) }))
      return
    }
    const { rows } = await api.post<ListResponse<Row>>(list.listPath, {
      filters,
      size: usualLinesMax,
    })
    if (rows.length === 0) toast.warning(t('notFound', { text }))
    else take(await withWords(client, query.fields, rows))
  }
  const scanned = query.fields[page.scans ?? '']
  const scanWords =
    scanned === undefined ? '' : t('scan', { name: label(inSentence(scanned.label)) })
  return (
    <>
      {page.scans !== undefined && (
        <WorklistScanBox
          label={scanWords}
          hint={scanWords}
          onScan={(text) => takeScanned(page.scans!, text)}
        />
      )}
      <RecordList
        {...list}
        ref={grid}
        reader={reader}
        pageKey={`${path} stock`}
        ariaLabel={label(query.label)}
        columns={columns}
        quickFilters={page.sourceFilters ?? list.quickFilters}
        exportPath={null}
        fixedFilters={fixed}
        selection="multiple"
        onSelectionChange={setSelection}
        onRowOpen={(row) => take([row])}
        empty={<Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('empty')} />}
        toolbar={
          <StockTools
            definition={definition}
            path={path}
            onByHand={() => onTake(none)}
            onChanged={() => grid.current?.refresh()}
          />
        }
      />
      {whole !== null && whole.count > 0 && (
        <SelectionBar count={whole.rows.length} selection={whole} isReading={isReading}>
          <Button
            type="primary"
            aria-keyshortcuts="Control+Enter"
            disabled={isReading}
            onClick={() => take(whole.rows)}
          >
            {t('take', { name: label(inSentence(definition.label)) })}
          </Button>
        </SelectionBar>
      )}
    </>
  )
}

/** The columns with this one shown right after another one: what can be taken stands beside what is there. */
function beside(
  before: string,
  name: string | null,
  columns: readonly GridColumn<Row>[],
): GridColumn<Row>[] {
  const moved = columns.find(({ field }) => field === name)
  if (moved === undefined) return [...columns]
  const { isHidden: _isHidden, ...shown } = moved
  return columns.flatMap((column) => {
    if (column === moved) return []
    return column.field === before ? [column, shown] : [column]
  })
}

/** Above the stock: the empty form, and what the area of the document adds. */
function StockTools(props: {
  definition: AnyDocument
  path: string
  onByHand: () => void
  onChanged: () => void
}): ReactNode {
  const { definition, path, onByHand, onChanged } = props
  const t = useMessages(messages)
  const { toolbar: Toolbar } = slotsOf(definition.name)
  return (
    <>
      <Button onClick={onByHand}>{t('byHand')}</Button>
      {Toolbar !== undefined && (
        <Toolbar definition={definition} path={path} onChanged={onChanged} />
      )}
    </>
  )
}
