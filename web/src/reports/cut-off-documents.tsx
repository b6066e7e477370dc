import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Filter, ListResponse } from '@kufang/contract/document/api.ts'
import { periodCutOffQuery } from '@kufang/contract/reports/period-cut-off-query.ts'
import { api } from '../kit/api/client.ts'
import { openDocument } from '../kit/document/document-path.ts'
import { stockEntity } from '../kit/document/related.ts'
import type { Row } from '../kit/fields/field-column.ts'
import type { BlockRequest } from '../kit/grid/cursor-datasource.ts'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import type { GridSource } from '../kit/grid/grid-source.ts'
import { queryColumns, queryList } from '../kit/pages/list/query-columns.ts'
import { useVisible } from '../kit/session/use-visible.ts'
import { useLanguage } from '../kit/text/language.ts'

const { listPath, rowId } = queryList(periodCutOffQuery, '')
/** What the row of the report says already. */
const ofRow = new Set([
  'period',
  'materialNo',
  'plant',
  'storageLocation',
  'stockCategory',
  'specialStock',
  'specialStockReference',
  'book',
  'companyCode',
  'materialGroup',
])

function sourceOf(filters: readonly Filter[]): GridSource<Row> {
  const loadBlock = async ({ cursor, size, signal }: BlockRequest) => {
    const { rows, nextCursor } = await api.post<ListResponse>(
      listPath,
      { filters, cursor, size },
      { signal },
    )
    return { rows, nextCursor, total: rows.length, totalIsCapped: nextCursor !== null }
  }
  return { kind: 'cursor', loadBlock, queryKey: JSON.stringify(filters), entity: stockEntity }
}

/** The documents behind a cut-off: what moved in one month and is posted in another, or not at all. */
export function CutOffDocuments({ filters }: { filters: readonly Filter[] }): ReactNode {
  const { label } = useLanguage()
  const query = useVisible(periodCutOffQuery)
  const source = useMemo(() => sourceOf(filters), [filters])
  const columns = useMemo(
    (): GridColumn<Row>[] =>
      queryColumns(query, '')
        .filter(({ field }) => !ofRow.has(field))
        .map((column) => ({
          ...column,
          ...(column.field === 'documentNo' && {
            onOpen: (row: Row) =>
              openDocument(String(row['documentType']), String(row['documentId'])),
          }),
        })),
    [query],
  )
  return (
    <DataGrid
      pageKey="period cut-off"
      ariaLabel={label(periodCutOffQuery.label)}
      columns={columns}
      source={source}
      rowId={rowId}
      height="content"
    />
  )
}
