import { useEffect, useRef } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { MasterName } from '@kufang/contract/document/declare/field.ts'
import { api } from '../../api/client.ts'
import { toast } from '../../feedback/toast.ts'
import type { Row } from '../../fields/field-column.ts'
import { indexedMaster } from '../../declarations.ts'
import { masterOption } from '../../fields/master-search.ts'
import { pickedRow, rememberPicked } from '../../fields/reference-editor.tsx'
import { isEmptyValue, isTyped } from '../../fields/entered-value.ts'
import { lineFields } from '../document-fields.ts'
import type { EntryLine } from './entry-lines.ts'
import type { EntryState } from './use-entry.ts'

/**
 * Fills the fields that depend on an entered, pasted or selected reference: for a material its description,
 * specification and unit. Fields are matched by name between line and master row.
 */
export function useFilledReferences(definition: AnyDocument, entry: EntryState): void {
  const asked = useRef(new Set<string>())
  const { lines } = entry
  useEffect(() => {
    const wanted = wantedReferences(definition, lines).filter(
      ({ master, value }) => !asked.current.has(`${master} ${value}`),
    )
    if (wanted.length === 0) {
      const next = filledLines(definition, entry.newest().lines)
      if (next !== null) entry.setLines(next)
      return
    }
    for (const { master, value } of wanted) asked.current.add(`${master} ${value}`)
    Promise.all(wanted.map(({ master, value }) => lookUp(master, value)))
      .then(() => {
        const next = filledLines(definition, entry.newest().lines)
        if (next !== null) entry.setLines(next)
      })
      .catch(toast.error)
  }, [definition, entry, lines])
}

interface Wanted {
  master: MasterName
  value: string
}

function typedReferences(definition: AnyDocument): [string, MasterName][] {
  return Object.entries(lineFields(definition)).flatMap(([name, field]): [string, MasterName][] =>
    field.master !== undefined && isTyped(field) ? [[name, field.master]] : [],
  )
}

function wantedReferences(definition: AnyDocument, lines: readonly EntryLine[]): Wanted[] {
  return typedReferences(definition).flatMap(([name, master]) =>
    takenFields(definition, master).length === 0
      ? []
      : lines.flatMap((line): Wanted[] => {
          const value = line[name]
          if (typeof value !== 'string' || value === '' || line['source'] !== undefined) return []
          return pickedRow(master, value) === undefined ? [{ master, value }] : []
        }),
  )
}

/** Fields of the line that a master row can fill: those of a predecessor, and what decides which header fields are needed. */
function takenFields(definition: AnyDocument, master: MasterName): string[] {
  const known = indexedMaster(master)?.fieldNames ?? []
  const deciding = decidingFields(definition)
  return Object.entries(lineFields(definition))
    .filter(
      ([name, field]) =>
        (field.by === 'source' || deciding.has(name)) && masterFieldFor(known, name) !== null,
    )
    .map(([name]) => name)
}

const decidingFields = ({ header }: AnyDocument): ReadonlySet<string> =>
  new Set(
    Object.values(header).flatMap(({ neededBy }) => (neededBy === undefined ? [] : [neededBy])),
  )

/** The unit is `baseUnit` in a master and `unit` in a line. */
function masterFieldFor(known: readonly string[], name: string): string | null {
  if (known.includes(name)) return name
  const based = `base${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return known.includes(based) ? based : null
}

async function lookUp(master: MasterName, value: string): Promise<void> {
  const definition = indexedMaster(master)
  if (definition === undefined) return
  const rows = await api.post<Row[]>(`/api/masters/${master}/search`, { text: value, size: 10 })
  const found = rows.find((row) => masterOption(definition, row).value === value)
  if (found !== undefined) rememberPicked(master, value, found)
}

/** The lines with filled fields, or null if nothing was missing. */
export function filledLines(
  definition: AnyDocument,
  lines: readonly EntryLine[],
): EntryLine[] | null {
  let hasChanged = false
  const references = typedReferences(definition)
  const next = lines.map((line) => {
    let filled = line
    for (const [name, master] of references) {
      const value = typeof line[name] === 'string' ? line[name] : ''
      if (line['source'] !== undefined) continue
      const before = line[`${name}FilledFor`]
      if (before === value) continue
      const taken = takenFields(definition, master)
      // Nothing of what another reference has filled stands beside this one, known or not.
      if (before !== undefined)
        filled = {
          ...filled,
          ...Object.fromEntries(taken.map((field) => [field, null])),
          [`${name}FilledFor`]: undefined,
        }
      const row = pickedRow(master, value)
      if (row === undefined) continue
      filled = { ...filled, [`${name}FilledFor`]: value }
      const known = indexedMaster(master)?.fieldNames ?? []
      for (const field of taken) {
        const from = row[masterFieldFor(known, field) ?? field]
        if (!isEmptyValue(from)) filled = { ...filled, [field]: from }
      }
    }
    if (filled !== line) hasChanged = true
    return filled
  })
  return hasChanged ? next : null
}
