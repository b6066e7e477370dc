import { textOf } from '@kufang/kernel/text-of.ts'
import type { ReactNode } from 'react'
import type { ListRequest, ListResponse, MoveRow } from '@kufang/contract/document/api.ts'
import { stockMoveQuery } from '@kufang/contract/stock/stock-move-query.ts'
import { api } from '../kit/api/client.ts'
import type { Row } from '../kit/fields/field-column.ts'
import type { BlockRequest } from '../kit/grid/cursor-datasource.ts'
import type { GridSource } from '../kit/grid/grid-source.ts'
import { useLanguage } from '../kit/text/language.ts'
import { MoveTable } from '../kit/document/view/move-table.tsx'
import styles from './move-history.module.css'
import { placeText } from '../kit/document/place-text.ts'
import { stockEntity } from '../kit/document/related.ts'

/** A row's text, '' if it has none. */
export const columnText = (row: Row, name: string): string => textOf(row[name])

/** One end of a move; the list has a column for each of its parts. */
export function endOf(row: Row, end: 'from' | 'to'): MoveRow['from'] {
  const part = (name: string) => columnText(row, `${end}${name}`)
  return {
    place: part('Place'),
    placeReference: part('PlaceReference'),
    plant: part('Plant'),
    storageLocation: part('StorageLocation'),
    bin: part('Bin'),
    batch: part('Batch'),
    stockCategory: part('StockCategory'),
    specialStock: part('SpecialStock'),
  }
}

/** The ledger moves selected by the request, one page at a time. */
function historySource(asked: ListRequest): GridSource<MoveRow> {
  const loadBlock = async ({ cursor, size, signal }: BlockRequest) => {
    const { rows, nextCursor } = await api.post<ListResponse>(
      `/api/queries/${stockMoveQuery.name}/list`,
      { ...asked, cursor, size },
      { signal },
    )
    return {
      rows: rows.map((row): MoveRow => ({
        ...(row as unknown as MoveRow),
        from: endOf(row, 'from'),
        to: endOf(row, 'to'),
      })),
      nextCursor,
      total: rows.length,
      totalIsCapped: nextCursor !== null,
    }
  }
  return { kind: 'cursor', loadBlock, queryKey: JSON.stringify(asked), entity: stockEntity }
}

export interface MoveHistoryProps {
  /** A row about stock, with the field names of a stock key. */
  row: Row
  /** Key under which the column settings of the moves are stored. */
  pageKey: string
  /** Appended to the place, such as the month. */
  qualifier?: string
  /** Heading of the moves. */
  heading: string
  /** A note about these moves. */
  note?: string
  /** Filters and parameters of the query of moves. */
  asked: ListRequest
  /** The figures of the row. */
  children: ReactNode
}

/** Side panel with the stock of a row, its figures, and the moves they result from. */
export function MoveHistory(props: MoveHistoryProps): ReactNode {
  const { row } = props
  const { label } = useLanguage()
  const place = placeText({
    place: columnText(row, 'place') || 'stock',
    placeReference: columnText(row, 'placeReference'),
    plant: columnText(row, 'plant'),
    storageLocation: columnText(row, 'storageLocation'),
    bin: columnText(row, 'bin'),
    batch: columnText(row, 'batch'),
    stockCategory: columnText(row, 'stockCategory'),
    specialStock: columnText(row, 'specialStock'),
  })
  return (
    <div className={styles.panel}>
      <div>
        <strong>{columnText(row, 'materialNo')}</strong> {columnText(row, 'description')}
        <div>
          {label(place)}
          {props.qualifier !== undefined && ` · ${props.qualifier}`}
        </div>
      </div>
      {props.children}
      <h2 className={styles.heading}>{props.heading}</h2>
      {props.note !== undefined && <div>{props.note}</div>}
      <MoveTable pageKey={props.pageKey} source={historySource(props.asked)} height="fill" />
    </div>
  )
}
