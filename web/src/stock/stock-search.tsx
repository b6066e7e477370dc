import { DatePicker } from 'antd'
import { dayjs } from '../kit/text/calendar.ts'
import { Suspense, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { stockPlaces, type StockPlaceDeclaration } from '@kufang/contract/document/stock-places.ts'
import { stockAsOfQuery } from '@kufang/contract/stock/stock-as-of-query.ts'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import { calendarPlacements } from '../kit/fields/calendar-placements.ts'
import { SidePanel } from '../kit/dialog/side-panel.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { queryColumns, queryList } from '../kit/pages/list/query-columns.ts'
import { RecordList } from '../kit/pages/list/record-list.tsx'
import { useGrouping } from '../kit/pages/list/use-grouping.tsx'
import type { Piece } from '../kit/pages/list/piece-link.ts'
import { useRowPanel } from '../kit/pages/list/use-row-panel.ts'
import type { RowPanel } from '../kit/pages/list/use-row-panel.ts'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { BinMapPart, useMapSwitch } from './bin-page.tsx'
import { columnText } from './move-history.tsx'
import { categoryText } from './category-text.ts'
import { useLinkedPiece } from './linked-piece.ts'
import { PiecePanel } from './piece-panel.tsx'
import { SplitBar } from './split-bar.tsx'
import { StockPanel } from './stock-panel.tsx'

const messages = defineMessages({
  asOf: { zh: '查看历史时刻的库存', en: 'Stock as of a moment' },
  now: { zh: '现在', en: 'Now' },
  split: { zh: '占用情况', en: 'Split' },
  moment: { zh: '{at} 时的库存', en: 'Stock as of {at}' },
  piece: { zh: '序列号 {number}', en: 'Serial number {number}' },
})

const places: Readonly<Record<string, StockPlaceDeclaration>> = stockPlaces

/** The bin; for goods outside of bins, the place and its reference. */
function whereText(row: Row, label: (words: Label) => string): string {
  const place = columnText(row, 'place')
  const declared = place === 'stock' ? undefined : places[place]
  if (declared === undefined) return columnText(row, 'bin')
  return [label(declared.label), columnText(row, 'placeReference')].filter(Boolean).join(' · ')
}

const path = '/Stock/stockSearch'
const listNow = queryList(stockQuery, path)
// The page shows current stock and stock at a point in time with the same filters.
const listThen = {
  ...queryList(stockAsOfQuery, path),
  quickFilters: listNow.quickFilters,
}

/** 库存查询: stock, available quantity and movements, now and at any earlier point in time. */
export default function StockSearch(): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const [at, setAt] = useState<string | null>(null)
  const list = at === null ? listNow : listThen
  const beside = useRowPanel(list.rowId)
  const summary = useGrouping(stockQuery)
  const { show } = beside
  const [piece, showPiece] = useLinkedPiece(() => show(null))
  const { isMap, chooser } = useMapSwitch()
  const columns = useMemo((): GridColumn<Row>[] => {
    const made = queryColumns(stockQuery, path).map((column): GridColumn<Row> => ({
      ...column,
      ...(column.field === 'materialNo' && { pinned: 'left' as const }),
      ...(column.field === 'quantity' && { onOpen: (row: Row) => show(row) }),
      ...(column.field === 'stockCategory' && { width: 116, render: categoryText }),
      ...(column.field === 'bin' && { render: (row: Row) => whereText(row, label) }),
    }))
    if (at !== null) return made.filter((column) => column.field in stockAsOfQuery.fields)
    const place = made.findIndex((column) => column.field === 'available')
    made.splice(place, 0, {
      field: 'split',
      label: t('split'),
      kind: 'text',
      width: 80,
      isSortable: false,
      render: (row) => <SplitBar row={row} />,
    })
    return made
  }, [at, t, show, label])
  if (isMap)
    return (
      <PageFrame path={path} titleExtra={chooser}>
        <Suspense fallback={null}>
          <BinMapPart canEdit={false} />
        </Suspense>
      </PageFrame>
    )
  return (
    <PageFrame
      path={path}
      titleExtra={
        <>
          {chooser}
          {at !== null && <span>{t('moment', { at: dayjs(at).format('YYYY-MM-DD HH:mm') })}</span>}
        </>
      }
      actions={
        <DatePicker
          builtinPlacements={calendarPlacements}
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          aria-label={t('asOf')}
          placeholder={t('asOf')}
          style={{ width: 210 }}
          value={at === null ? null : dayjs(at)}
          maxDate={dayjs()}
          onChange={(moment) => {
            show(null)
            setAt(moment === null || Array.isArray(moment) ? null : moment.toISOString())
          }}
        />
      }
    >
      <RecordList
        key={`${at === null ? 'now' : 'as of'} ${summary.grouping ?? ''}`}
        {...list}
        pageKey={summary.pageKeyOf(at === null ? path : `${path} as of`)}
        ariaLabel={label(stockQuery.label)}
        columns={summary.columnsOf(columns)}
        toolbar={summary.control}
        {...(summary.grouping === null && beside.list)}
        {...summary.list}
        extraRequest={{ ...summary.list.extraRequest, ...(at !== null && { parameters: { at } }) }}
      />
      <BesideStock beside={beside} rowId={list.rowId} at={at} piece={piece} onPiece={showPiece} />
    </PageFrame>
  )
}

/**
 * The panel beside the list: a row of stock, or a piece of it. One panel for both, because a panel that closes while another
 * opens would take that one's step of the history back.
 */
function BesideStock(props: {
  beside: RowPanel
  rowId: (row: Row) => string
  at: string | null
  piece: Piece | null
  onPiece: (piece: Piece | null) => void
}): ReactNode {
  const { beside, at, piece, onPiece } = props
  const { shown } = beside
  const t = useMessages(messages)
  if (piece !== null)
    return (
      <SidePanel
        isOpen
        isWide
        title={t('piece', { number: piece.serialNo })}
        onClose={() => onPiece(null)}
      >
        <PiecePanel key={JSON.stringify(piece)} piece={piece} />
      </SidePanel>
    )
  return (
    <SidePanel {...beside.panel} title={shown === null ? '' : String(shown['materialNo'])}>
      {shown !== null && (
        <StockPanel key={props.rowId(shown)} row={shown} at={at} onPiece={onPiece} />
      )}
    </SidePanel>
  )
}
