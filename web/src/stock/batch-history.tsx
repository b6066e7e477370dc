import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { ListResponse } from '@kufang/contract/document/api.ts'
import { batchChange } from '@kufang/contract/stock/batch-change.ts'
import { batchHistoryQuery } from '@kufang/contract/stock/batch-history-query.ts'
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

/** So many changes of one batch are shown, latest first. */
const rowsMax = 50

/** What was changed of the batch of a row of stock, and by whom; nothing if it never was. */
export function BatchHistory({ row }: { row: Row }): ReactNode {
  const { label } = useLanguage()
  const version = useEntityVersion(stockEntity)
  const asked = {
    parameters: { materialNo: columnText(row, 'materialNo'), batch: columnText(row, 'batch') },
    filters: [{ field: 'companyCode', operator: 'eq', value: row['companyCode'] }],
    size: rowsMax,
  }
  const { data } = useQuery({
    queryKey: ['stock', 'batch-history', asked, version],
    queryFn: ({ signal }) =>
      api.post<ListResponse>(`/api/queries/${batchHistoryQuery.name}/list`, asked, { signal }),
  })
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      queryColumns(batchHistoryQuery, '').map((column) => ({
        ...column,
        isSortable: false,
        ...(column.field === 'companyCode' && { isHidden: true }),
        ...(column.field === 'documentNo' && {
          onOpen: (one: Row) => openDocument(batchChange.name, columnText(one, 'documentId')),
        }),
      })),
    [],
  )
  if (data === undefined || data.rows.length === 0) return null
  return (
    <>
      <h2 className={styles.heading}>{label(batchHistoryQuery.label)}</h2>
      <DataGrid
        pageKey="batch history"
        ariaLabel={label(batchHistoryQuery.label)}
        columns={columns}
        source={{ kind: 'rows', rows: data.rows }}
        rowId={(one) => columnText(one, 'id')}
        height="content"
      />
    </>
  )
}
