import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Row } from '../../fields/field-column.ts'
import { DataGrid } from '../../grid/data-grid.tsx'
import { useLanguage } from '../../text/language.ts'
import { lineFields, totalledFields } from '../document-fields.ts'
import styles from '../document.module.css'
import { lineColumns } from './line-columns.ts'
import { sumOfColumn } from '../line-totals.ts'

/** More lines scroll within a table of fixed height. */
const linesInFull = 12

/** The lines of a document, read-only. */
export function DocumentLines(props: {
  definition: AnyDocument
  lines: readonly Row[]
}): ReactNode {
  const { definition, lines } = props
  const { label } = useLanguage()
  const columns = useMemo(() => lineColumns(definition, lines), [definition, lines])
  const totals = useMemo(() => {
    const found: Row = {}
    const fields = lineFields(definition)
    for (const name of totalledFields(fields)) {
      const sum = sumOfColumn(lines, name, fields[name]?.unit)
      if (sum !== null) found[name] = sum
    }
    return found
  }, [definition, lines])
  // An act may fill a column that said nothing before: a table takes what it hides when it is made.
  const shown = columns.flatMap(({ field, isHidden }) => (isHidden === true ? [] : [field]))
  const isLong = lines.length > linesInFull
  return (
    <div className={isLong ? styles.manyLines : undefined}>
      <DataGrid
        key={shown.join(' ')}
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
