import { useCallback, useRef, useState } from 'react'
import type { ActionRequest } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { ApiError } from '../../api/api-error.ts'
import type { ApiErrorDetail } from '../../api/api-error.ts'
import type { Row } from '../../fields/field-column.ts'
import { entryProblems } from '../../grid/line-entry.ts'
import type { CellProblem } from '../../grid/line-entry.ts'
import type { LineGridHandle } from '../../grid/line-grid.tsx'
import { beginEntries, enteredLines, entryColumnsOf, entryProblemsOf } from './line-inputs.ts'
import type { LineEntry } from './line-inputs.ts'

/** What the dialog of an action holds of the lines of the documents it acts on. */
export interface LineEntries {
  /** The action asks for something of each line. */
  isAsked: boolean
  rowsOf: (id: string) => readonly LineEntry[] | undefined
  begin: (id: string, lines: readonly Row[]) => void
  change: (id: string, rows: readonly LineEntry[]) => void
  problemsOf: (id: string) => readonly CellProblem[]
  /** The input to send for a document; undefined if its action has none. */
  linesOf: (id: string) => ActionRequest['lines']
  /** Nothing is wrong with what is entered for these documents, and something is. */
  isSendable: (ids: readonly string[]) => boolean
  setGrid: (grid: LineGridHandle | null) => void
  /** Ends the cell that is being typed in; its text is in the rows with the next turn. */
  finishEditing: () => Promise<void>
  /** Puts what a refusal says of lines to their cells; gives what is left of it for the banner. */
  refuse: (id: string, error: unknown) => readonly ApiErrorDetail[] | undefined
}

/** @param isChecked the person has wanted to send it: what is missing is said now */
export function useLineEntries(
  definition: AnyDocument,
  action: string,
  isChecked: boolean,
): LineEntries {
  const declared = definition.actions[action]
  const isAsked = declared?.lineInput !== undefined
  const [entries, setEntries] = useState<ReadonlyMap<string, readonly LineEntry[]>>(new Map())
  const [refused, setRefused] = useState<ReadonlyMap<string, readonly CellProblem[]>>(new Map())
  const newest = useRef(entries)
  const grid = useRef<LineGridHandle | null>(null)
  const set = useCallback((id: string, rows: readonly LineEntry[]) => {
    newest.current = new Map(newest.current).set(id, rows)
    setEntries(newest.current)
  }, [])
  const rowsOf = (id: string) => newest.current.get(id)
  const ownProblems = (id: string): CellProblem[] =>
    declared === undefined ? [] : entryProblemsOf(definition, declared, rowsOf(id) ?? [], isChecked)
  const isRight = (id: string): boolean => {
    const rows = rowsOf(id) ?? []
    if (declared === undefined) return true
    return (
      entryProblemsOf(definition, declared, rows, true).length === 0 &&
      entryProblems(entryColumnsOf(definition, declared, rows), rows, (row) => row.rowId).length ===
        0
    )
  }
  const linesOf = (id: string): ActionRequest['lines'] =>
    isAsked && declared !== undefined ? enteredLines(declared, rowsOf(id) ?? []) : undefined
  return {
    isAsked,
    rowsOf,
    begin: (id, lines) => {
      if (declared !== undefined && !newest.current.has(id)) set(id, beginEntries(declared, lines))
    },
    change: (id, rows) => {
      const before = new Set(rowsOf(id))
      const same = new Set(rows.filter((row) => before.has(row)).map(({ rowId }) => rowId))
      // What was said of a line may be cured by what was typed into it.
      setRefused((known) =>
        new Map(known).set(
          id,
          (known.get(id) ?? []).filter(({ rowId }) => same.has(rowId)),
        ),
      )
      set(id, rows)
    },
    problemsOf: (id) => [...ownProblems(id), ...(refused.get(id) ?? [])],
    linesOf,
    isSendable: (ids) =>
      !isAsked || (ids.every(isRight) && ids.some((id) => (linesOf(id)?.length ?? 0) > 0)),
    setGrid: useCallback((handle) => void (grid.current = handle), []),
    finishEditing: () => {
      grid.current?.finishEditing()
      return new Promise((done) => setTimeout(done, 0))
    },
    refuse: (id, error) => {
      if (!(error instanceof ApiError) || !isAsked) return undefined
      const rows = new Set((rowsOf(id) ?? []).map(({ rowId }) => rowId))
      const ofLines = error.details.filter(({ line }) => rows.has(String(line)))
      const cells = ofLines.map(({ line, field, zh, en }) => ({
        rowId: String(line),
        field: field ?? null,
        message: { zh, en },
      }))
      setRefused((known) => new Map(known).set(id, cells))
      return error.details.filter((detail) => !ofLines.includes(detail))
    },
  }
}
