import type { InputRef } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import {
  limitOfStock,
  type AnyDocument,
} from '@kufang/contract/document/declare/define-document.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../../fields/field-column.ts'
import { LineGrid } from '../../grid/line-grid.tsx'
import type { LineGridHandle } from '../../grid/line-grid.tsx'
import type { CellProblem } from '../../grid/line-entry.ts'
import { useNumberedMaterials } from '../../serial-numbers/use-numbered-materials.ts'
import { useLanguage } from '../../text/language.ts'
import { defineMessages, useMessages } from '../../text/messages.ts'
import styles from './act.module.css'
import { entryColumnsOf, isEntered } from './line-inputs.ts'
import type { LineEntry } from './line-inputs.ts'
import { ScanBox } from './scan-box.tsx'

const messages = defineMessages({
  lines: { zh: '{document}明细', en: '{document} lines' },
  entered: {
    zh: '已录入 {entered} / {count} 行',
    en: '{entered} of {count} {count|line|lines} entered',
  },
})

/** The lines of a document, each with the cells that the action asks for; keyboard first. */
export function LineInputGrid(props: {
  definition: AnyDocument
  action: string
  header: Row
  /** The current lines. */
  lines: readonly Row[]
  rows: readonly LineEntry[]
  problems: readonly CellProblem[]
  onRows: (rows: readonly LineEntry[]) => void
  /** Ends editing of the current cell; called before the rows are sent. */
  onGrid: (grid: LineGridHandle | null) => void
}): ReactNode {
  const { definition, action, header, lines, rows } = props
  const t = useMessages(messages)
  const { label } = useLanguage()
  const grid = useRef<LineGridHandle>(null)
  const scan = useRef<InputRef>(null)
  const declared = definition.actions[action]
  const newest = useRef(rows)
  newest.current = rows
  const numbered = useNumberedMaterials(declared?.lineInput ?? {}, lines)
  const columns = useMemo(
    () =>
      declared === undefined
        ? []
        : entryColumnsOf(definition, declared, lines, header, () => newest.current),
    // oxlint-disable-next-line react/exhaustive-deps -- `numbered` changes with the lines
    [definition, declared, lines, header, numbered],
  )
  const { onGrid } = props
  useEffect(() => {
    onGrid(grid.current)
    return () => onGrid(null)
  }, [onGrid])
  if (declared === undefined) return null
  const hasInput = Object.keys(declared.input ?? {}).length > 0
  const entered = rows.filter((row) => isEntered(declared, row)).length
  const [firstInput] = Object.keys(declared.lineInput ?? {})
  // Whoever counts goes from bin to bin, and has the labels there.
  const isScanned =
    definition.stockLines !== undefined &&
    limitOfStock(definition) === null &&
    declared.lineInput?.[firstInput ?? '']?.kind === 'quantity' &&
    rows.length > 1 &&
    rows.some((row) => textOf(row['bin']) !== '')
  const toScan = (event: KeyboardEvent): void => {
    if (event.key !== '/' || !isScanned || event.target === scan.current?.input) return
    if (!isOfNumber(declared.lineInput, event.target)) return
    event.preventDefault()
    grid.current?.finishEditing()
    scan.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key leads from the cells to the box
    <div className={styles.lineInput} onKeyDownCapture={toScan}>
      {isScanned && firstInput !== undefined && (
        <ScanBox
          ref={scan}
          declared={declared}
          rows={rows}
          place={{
            plant: textOf(header['plant']),
            storageLocation: textOf(header['storageLocation']),
          }}
          onFound={(row) => grid.current?.focusCell(row.rowId, firstInput)}
        />
      )}
      <LineGrid
        ref={grid}
        pageKey={`act ${definition.name} ${action}`}
        ariaLabel={t('lines', { document: label(definition.label) })}
        columns={columns}
        rows={rows}
        rowId={(row) => row.rowId}
        onRowsChange={props.onRows}
        problems={props.problems}
        isFitted
        startAt={hasInput ? undefined : Object.keys(declared.lineInput ?? {})[0]}
        footerExtra={<span role="status">{t('entered', { entered, count: rows.length })}</span>}
      />
    </div>
  )
}

/** Whether a key is pressed in a cell of numbers, or in none: in texts the slash is a character like any other. */
function isOfNumber(lineInput: Fields = {}, target: EventTarget): boolean {
  const id = target instanceof Element ? target.closest('[col-id]')?.getAttribute('col-id') : null
  const field = id === null || id === undefined ? undefined : lineInput[id]
  return field === undefined || field.kind === 'quantity'
}
