import { useCallback, useMemo, useRef, useState } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { CreateRequest } from '@kufang/contract/document/api.ts'
import { ApiError } from '../../api/api-error.ts'
import type { ApiErrorDetail } from '../../api/api-error.ts'
import type { Row } from '../../fields/field-column.ts'
import type { FieldProblems } from '../../fields/validate-fields.ts'
import { typedValues, validateFields } from '../../fields/validate-fields.ts'
import { lineProblems } from '../../grid/line-entry.ts'
import type { CellProblem } from '../../grid/line-entry.ts'
import { headerFields } from '../document-fields.ts'
import {
  lineInputs,
  lineProblemsOf,
  quantityHintsOf,
  quantityProblemsOf,
  serialProblemsOf,
} from './entry-lines.ts'
import type { EntryLine } from './entry-lines.ts'

export interface Entry {
  header: Row
  lines: EntryLine[]
}

interface Refused {
  error: unknown
  fields: FieldProblems
  cells: CellProblem[]
  rest: readonly ApiErrorDetail[] | undefined
}

const noRefusal: Refused = { error: null, fields: {}, cells: [], rest: undefined }

export interface EntryState extends Entry {
  setHeader: (change: Row) => void
  setLines: (lines: EntryLine[]) => void
  replace: (entry: Entry) => void
  headerProblems: FieldProblems
  cellProblems: readonly CellProblem[]
  refused: Refused
  /** Marks errors; returns true if the form can be sent. */
  check: () => boolean
  /** Assigns the server's refusal to fields and lines. */
  refuse: (error: unknown) => void
  clearRefusal: () => void
  /** How often sending has failed, so that each failure can be shown where it is. */
  failures: number
  /** The request with the latest values. */
  request: () => Pick<CreateRequest, 'header' | 'lines'>
  newest: () => Entry
}

/** The state of a document being entered: values, and errors found by the form or the server. */
export function useEntry(definition: AnyDocument, initial: Entry): EntryState {
  const [entry, setEntry] = useState<Entry>(initial)
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Refused>(noRefusal)
  const [failures, setFailures] = useState(0)
  // A cell edit may end and the form be sent before the next render.
  const newest = useRef(entry)
  const change = useCallback((next: Entry): void => {
    newest.current = next
    setEntry(next)
  }, [])
  const fields = headerFields(definition)
  const problemsOf = (current: Entry): { fields: FieldProblems; cells: CellProblem[] } => ({
    fields: validateFields(fields, current.header),
    cells: lineProblemsOf(definition, current.lines),
  })
  // Invalid quantities and their pieces are reported immediately, missing values only on sending.
  const quantities = useMemo(
    () => [
      ...quantityProblemsOf(definition, entry.lines),
      ...quantityHintsOf(definition, entry.lines),
      ...serialProblemsOf(definition, entry.lines),
    ],
    [definition, entry.lines],
  )
  const shown = isChecked ? problemsOf(entry) : { fields: {}, cells: quantities }
  return {
    ...entry,
    setHeader: (part) => {
      setRefused((known) => afterHeaderChange(known, Object.keys(part)))
      change({ ...newest.current, header: { ...newest.current.header, ...part } })
    },
    setLines: (lines) => {
      const before = newest.current.lines
      setRefused((known) => afterLinesChange(known, before, lines))
      change({ ...newest.current, lines })
    },
    replace: (next) => {
      change(next)
      setChecked(false)
      setRefused(noRefusal)
    },
    headerProblems: { ...shown.fields, ...refused.fields },
    cellProblems: [...shown.cells, ...refused.cells],
    refused,
    check: () => {
      setChecked(true)
      setRefused(noRefusal)
      const found = problemsOf(newest.current)
      const isGood = Object.keys(found.fields).length === 0 && found.cells.length === 0
      if (!isGood) setFailures((count) => count + 1)
      return isGood
    },
    refuse: (error) => {
      setRefused(sharedOut(error, Object.keys(fields), newest.current.lines))
      setFailures((count) => count + 1)
    },
    clearRefusal: () => setRefused(noRefusal),
    failures,
    request: () => ({
      header: typedValues(fields, newest.current.header),
      lines: lineInputs(definition, newest.current.lines),
    }),
    newest: () => newest.current,
  }
}

/** Removes refusals of header fields that were changed. */
export function afterHeaderChange(refused: Refused, changed: readonly string[]): Refused {
  if (!changed.some((name) => name in refused.fields)) return refused
  const fields = Object.entries(refused.fields).filter(([name]) => !changed.includes(name))
  return ended({ ...refused, fields: Object.fromEntries(fields) })
}

/**
 * Removes refusals of lines that were changed or removed: a refusal of one cell may be resolved in another cell of its
 * line.
 */
export function afterLinesChange(
  refused: Refused,
  before: readonly EntryLine[],
  after: readonly EntryLine[],
): Refused {
  const known = new Set(before)
  const same = new Set(after.filter((line) => known.has(line)).map(({ rowId }) => rowId))
  const cells = refused.cells.filter(({ rowId }) => same.has(rowId))
  return cells.length === refused.cells.length ? refused : ended({ ...refused, cells })
}

/** Clears a refusal without remaining details. */
function ended(refused: Refused): Refused {
  const { cells, fields, rest } = refused
  return cells.length === 0 && Object.keys(fields).length === 0 && rest?.length === 0
    ? noRefusal
    : refused
}

/** Assigns each refusal to its cell, else to its field, else to the banner. */
export function sharedOut(
  error: unknown,
  fields: readonly string[],
  lines: readonly EntryLine[],
): Refused {
  if (!(error instanceof ApiError)) return { error, fields: {}, cells: [], rest: undefined }
  const { cells, rest } = lineProblems(
    error,
    lines.map((line) => line.rowId),
  )
  const found: Record<string, { zh: string; en: string }> = {}
  const banner = rest.filter((detail) => {
    if (detail.field === undefined || detail.line !== undefined || !fields.includes(detail.field))
      return true
    found[detail.field] = { zh: detail.zh, en: detail.en }
    return false
  })
  return { error, fields: found, cells, rest: banner }
}
