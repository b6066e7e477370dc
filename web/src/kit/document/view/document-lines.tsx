import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import type { Row } from '../../fields/field-column.ts'
import { isEmptyValue } from '../../fields/validate-fields.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { useLanguage } from '../../text/language.ts'
import { lineFields, saysNothing, statesOfColumn, totalledFields } from './document-fields.ts'
import { sumOfColumn } from './line-totals.ts'
import { slotsOf } from '../slots.ts'

const firstColumns = [
  'lineNo',
  'materialNo',
  'description',
  'specification',
  'unit',
  'quantity',
  'doneQuantity',
  'openQuantity',
  'progress',
]

/** The lines of a document, read-only; columns with nothing in any line wait in the column settings. */
export function DocumentLines(props: {
  definition: AnyDocument
  lines: readonly Row[]
}): ReactNode {
  const { definition, lines } = props
  const { label } = useLanguage()
  const columns = useMemo((): GridColumn<Row>[] => {
    const fields = lineFields(definition)
    const order = [
      ...new Set([...firstColumns, ...Object.keys(definition.lines), ...Object.keys(fields)]),
    ]
    const { lineCell } = slotsOf(definition.name)
    return order.flatMap((name) => {
      const field = fields[name]
      if (field === undefined) return []
      const column = fieldColumn(name, field, {
        states: statesOfColumn(definition, name),
        unitField: 'unit',
      })
      const isEmpty = lines.every((line) => isEmptyValue(line[name]))
      const own = lineCell?.[name]
      return [
        {
          ...column,
          ...((isEmpty || saysNothing(definition, name)) && { isHidden: true }),
          ...(own !== undefined && { render: (row: Row) => own({ row, definition }) }),
        },
      ]
    })
  }, [definition, lines])
  const totals = useMemo(() => {
    const found: Row = {}
    for (const name of totalledFields(lineFields(definition))) {
      const sum = sumOfColumn(lines, name)
      if (sum !== null) found[name] = sum
    }
    return found
  }, [definition, lines])
  return (
    <DataGrid
      pageKey={`lines ${definition.name}`}
      ariaLabel={label({ zh: '明细', en: 'Lines' })}
      columns={columns}
      source={{ kind: 'rows', rows: lines }}
      rowId={(row) => String(row['lineNo'])}
      totals={lines.length > 1 ? totals : null}
      height="content"
    />
  )
}
