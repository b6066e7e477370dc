import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { dueWords } from '../../fields/due-words.ts'
import type { Row } from '../../fields/field-column.ts'
import { cellText } from '../../grid/cell-format.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import { columnWidth } from '../../grid/grid-column.ts'
import { StateTag } from '../../theme/state-tag.tsx'

/** Room for the words of what is late, beside the date, in pixels. */
const wordsWidth = 100

/** The fields shown on a page that is in the order of the due date, with that date: the header shows the order. */
export function withDueField(
  shown: readonly string[] | undefined,
  dueBy: string | undefined,
): readonly string[] | undefined {
  if (shown === undefined || dueBy === undefined || shown.includes(dueBy)) return shown
  const at = Math.max(
    ...['docNo', 'lineNo', 'state', 'erpState'].map((name) => shown.indexOf(name)),
  )
  return [...shown.slice(0, at + 1), dueBy, ...shown.slice(at + 1)]
}

/**
 * The columns, that of the due date with how late a document is, in words and in the colour of what is late.
 * @param isByDue the list is in the order of that date, so its column stays in view in a narrow table
 */
export function withDueColumn(
  definition: AnyDocument,
  columns: readonly GridColumn<Row>[],
  isByDue: boolean,
): GridColumn<Row>[] {
  const { due } = definition
  return columns.map((column) =>
    due === undefined || column.field !== due.by
      ? column
      : {
          ...column,
          width: columnWidth(column) + wordsWidth,
          ...(isByDue && { isEssential: true }),
          render: (row) => {
            const date = cellText(column, row)
            const words = dueWords(definition, row)
            return words === null ? (
              date
            ) : (
              <>
                {date} <StateTag tone="late" label={words} />
              </>
            )
          },
        },
  )
}
