import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import type { Row } from '../../fields/field-column.ts'
import type { ColumnState, GridColumn } from '../../grid/grid-column.ts'
import type { RecordListProps } from './record-list.tsx'

/** The declared states of a column, for table and filter. */
export function statesOf(
  { states }: Pick<AnyQuery, 'states'>,
  name: string,
): readonly ColumnState[] | undefined {
  const known = states?.[name]
  return known === undefined
    ? undefined
    : Object.entries(known).map(([value, state]) => ({ value, ...state }))
}

/** The columns of a query on one of its pages: those of the page first, the others hidden. */
export function queryColumns(query: AnyQuery, path: string): GridColumn<Row>[] {
  const declared = Object.keys(query.fields)
  const shown = query.pages[path]?.columns ?? declared
  // The unit is shown once: in its own column, else after each quantity.
  const unitField = declared.includes('unit') && !shown.includes('unit') ? 'unit' : undefined
  return [...new Set([...shown, ...declared])].flatMap((name) => {
    const field = query.fields[name]
    if (field === undefined) return []
    return [
      {
        ...fieldColumn(name, field, { unitField, states: statesOf(query, name) }),
        ...(!shown.includes(name) && { isHidden: true }),
      },
    ]
  })
}

type QueryList = Pick<
  RecordListProps,
  | 'fields'
  | 'quickFilters'
  | 'initialValues'
  | 'statesOf'
  | 'listPath'
  | 'exportPath'
  | 'entity'
  | 'searchFields'
  | 'defaultSort'
  | 'rowId'
>

/** Further properties of the query's list: filters, routes, order, row id. */
export function queryList(query: AnyQuery, path: string): QueryList {
  const { name, sort, fields } = query
  const { filters, opensWith } = query.pages[path] ?? {}
  return {
    fields,
    ...(opensWith !== undefined && { initialValues: opensWith }),
    quickFilters: filters ?? Object.keys(fields).slice(0, 5),
    statesOf: (field) => statesOf(query, field),
    listPath: `/api/queries/${name}/list`,
    exportPath: `/api/queries/${name}/export`,
    entity: name,
    searchFields: query.search,
    // An order by a hidden column is applied by the server.
    ...(sort.field in fields && { defaultSort: [sort] }),
    rowId: (row) => query.key.map((field) => String(row[field])).join(' '),
  }
}
