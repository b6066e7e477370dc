import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { serialNumberQuery } from '@kufang/contract/stock/serial-number-query.ts'
import { api } from '../kit/api/client.ts'
import { openDocument } from '../kit/document/document-path.ts'
import { stockEntity } from '../kit/document/related.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { queryColumns } from '../kit/pages/list/query-columns.ts'
import { useEntityVersion } from '../kit/tab/entity-versions.ts'
import { useLanguage } from '../kit/text/language.ts'
import { columnText } from './move-history.tsx'
import styles from './move-history.module.css'
import type { Piece } from '../kit/pages/list/piece-link.ts'

/** So many pieces of one stock are shown, oldest first. */
const rowsMax = 50
/** More of them scroll within the panel, above the moves. */
const rowsInFull = 5
/** The columns with their widths: together as wide as the panel. */
const shown: Readonly<Record<string, number>> = { serialNo: 160, receivedAt: 130, documentNo: 134 }

/** The pieces that lie at the stock key of a row; nothing if it has none with a serial number. */
export function PiecesOfStock(props: { row: Row; onPiece: (piece: Piece) => void }): ReactNode {
  const { row, onPiece } = props
  const { label } = useLanguage()
  const version = useEntityVersion(stockEntity)
  const asked = {
    filters: [
      { field: 'keyId', operator: 'eq', value: row['keyId'] },
      { field: 'companyCode', operator: 'eq', value: row['companyCode'] },
    ],
    size: rowsMax,
  }
  const { data } = useQuery({
    queryKey: ['stock', 'pieces', asked, version],
    queryFn: ({ signal }) =>
      api.post<ListResponse>(`/api/queries/${serialNumberQuery.name}/list`, asked, { signal }),
  })
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      queryColumns(serialNumberQuery, '')
        .filter(({ field }) => field in shown)
        .map((column) => ({
          ...column,
          width: shown[column.field] ?? 0,
          isHidden: false,
          isSortable: false,
          ...(column.field === 'serialNo' && {
            onOpen: (one: Row) =>
              onPiece({
                companyCode: columnText(one, 'companyCode'),
                materialNo: columnText(one, 'materialNo'),
                serialNo: columnText(one, 'serialNo'),
              }),
          }),
          ...(column.field === 'documentNo' && {
            onOpen: (one: Row) =>
              openDocument(columnText(one, 'documentType'), columnText(one, 'documentId')),
          }),
        })),
    [onPiece],
  )
  if (data === undefined || data.rows.length === 0) return null
  const isLong = data.rows.length > rowsInFull
  return (
    <>
      <h2 className={styles.heading}>{label(serialNumberQuery.label)}</h2>
      <div className={isLong ? styles.pieces : undefined}>
        <DataGrid
          pageKey="pieces of stock"
          ariaLabel={label(serialNumberQuery.label)}
          columns={columns}
          source={{ kind: 'rows', rows: data.rows }}
          rowId={(one) => columnText(one, 'serialNo')}
          height={isLong ? 'fill' : 'content'}
        />
      </div>
    </>
  )
}
