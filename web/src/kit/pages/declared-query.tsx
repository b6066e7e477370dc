import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyQuery } from '@kufang/contract/document/define-query.ts'
import { SidePanel } from '../dialog/side-panel.tsx'
import type { Row } from '../fields/field-column.ts'
import type { GridColumn } from '../grid/grid-column.ts'
import { useLanguage } from '../text/language.ts'
import { queryColumns, queryList } from './query-columns.ts'
import { querySlotsOf } from './query-slots.ts'
import { RecordList } from './record-list.tsx'

/** The list of a declared query: columns, filters, states and order are all in the declaration. */
export function DeclaredQuery({ query, path }: { query: AnyQuery; path: string }): ReactNode {
  const { label } = useLanguage()
  const { cell, sidePanel } = querySlotsOf(query.name)
  const [shown, setShown] = useState<Row | null>(null)
  const rows = useRef<readonly Row[]>([])
  const columns = useMemo(
    () =>
      queryColumns(query, path).map((column): GridColumn<Row> => {
        const Cell = cell?.[column.field]
        return {
          ...column,
          ...(Cell !== undefined && { render: (row: Row) => <Cell row={row} /> }),
          ...(sidePanel?.opens === column.field && { onOpen: (row: Row) => setShown(row) }),
        }
      }),
    [query, path, cell, sidePanel],
  )
  const list = useMemo(() => queryList(query, path), [query, path])
  const walk = (step: 1 | -1): (() => void) | undefined => {
    const place = rows.current.findIndex(
      (row) => shown !== null && list.rowId(row) === list.rowId(shown),
    )
    const next = place === -1 ? undefined : rows.current[place + step]
    return next === undefined ? undefined : () => setShown(next)
  }
  return (
    <>
      <RecordList
        {...list}
        pageKey={path}
        ariaLabel={label(query.label)}
        columns={columns}
        onRows={(known) => {
          rows.current = known
        }}
        {...(sidePanel !== undefined && {
          onRowOpen: (row: Row) => setShown(row),
          onRowFocus: (row: Row) => {
            if (shown !== null) setShown(row)
          },
        })}
      />
      {sidePanel !== undefined && (
        <SidePanel
          isOpen={shown !== null}
          title={shown === null ? '' : sidePanel.title(shown)}
          onClose={() => setShown(null)}
          onPrevious={walk(-1)}
          onNext={walk(1)}
        >
          {shown !== null && <sidePanel.Content key={list.rowId(shown)} row={shown} />}
        </SidePanel>
      )}
    </>
  )
}
