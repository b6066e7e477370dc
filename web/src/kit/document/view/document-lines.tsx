import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { fieldColumn } from '../../fields/field-column.ts'
import type { Row } from '../../fields/field-column.ts'
import { isEmptyValue, isTyped } from '../../fields/validate-fields.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import type { GridColumn } from '../../grid/grid-column.ts'
import { useLanguage } from '../../text/language.ts'
import {
  lineFields,
  repeats,
  saysNothing,
  statesOfColumn,
  totalledFields,
} from './document-fields.ts'
import styles from './document.module.css'
import { sumOfColumn } from './line-totals.ts'

const firstColumns = [
  'lineNo',
  'materialNo',
  'description',
  'quantity',
  'doneQuantity',
  'heldQuantity',
  'openQuantity',
  'progress',
]

/** The unit is shown after each quantity. */
const isBeside = (name: string): boolean => name === 'unit'

/** More lines scroll within a table of fixed height. */
const linesInFull = 12

/** The lines of a document, read-only; columns empty in all lines are hidden but can be added. */
export function DocumentLines(props: {
  definition: AnyDocument
  lines: readonly Row[]
}): ReactNode {
  const { definition, lines } = props
  const { label } = useLanguage()
  const columns = useMemo((): GridColumn<Row>[] => {
    const fields = lineFields(definition)
    const own = Object.keys(definition.lines)
    const typed = own.filter((name) => fields[name] !== undefined && isTyped(fields[name]))
    const order = [...new Set([...firstColumns, ...typed, ...own, ...Object.keys(fields)])]
    return order.flatMap((name) => {
      const field = fields[name]
      if (field === undefined) return []
      const column = fieldColumn(name, field, {
        states: statesOfColumn(definition, name),
        unitField: 'unit',
      })
      const isEmpty = lines.every((line) => isEmptyValue(line[name])) || repeats(name, lines)
      return [
        {
          ...column,
          ...((isEmpty || isBeside(name) || saysNothing(definition, name)) && { isHidden: true }),
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
  const isLong = lines.length > linesInFull
  return (
    <div className={isLong ? styles.manyLines : undefined}>
      <DataGrid
        pageKey={`lines ${definition.name}`}
        ariaLabel={label({ zh: '明细', en: 'Lines' })}
        columns={columns}
        source={{ kind: 'rows', rows: lines }}
        rowId={(row) => String(row['lineNo'])}
        totals={lines.length > 1 ? totals : null}
        height={isLong ? 'fill' : 'content'}
      />
    </div>
  )
}
