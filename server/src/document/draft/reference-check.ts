import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import {
  isEnteredByPerson,
  type Field,
  type Fields,
} from '@kufang/contract/document/declare/field.ts'
import {
  boundFields,
  boundValue,
  boundValues,
} from '@kufang/contract/document/declare/reference-bounds.ts'
import { hasValidity, outsideValidity } from '@kufang/contract/document/declare/validity.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { masters } from '@kufang/contract/masters/declarations.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { fieldOf, itemAt } from '@kufang/kernel/present.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { DocumentTable } from '../storage/table.ts'

/**
 * Checks that the values of reference fields exist, are active, are valid today and match the fields that restrict
 * them. One statement per referenced master, whatever the number of lines. Only fields set by persons are checked;
 * copied values were checked in the predecessor: `copied` are the header fields that persons enter in other documents only.
 */
export async function checkReferences(
  queryable: Queryable,
  table: Pick<DocumentTable, 'headerFields' | 'lineFields'>,
  header: Record<string, unknown>,
  lines: readonly (Record<string, unknown> & { lineNo: number })[],
  copied: ReadonlySet<string> = new Set(),
): Promise<RefusalDetail[]> {
  const wanted = new Map<string, Reference[]>()
  const open = new Set<string>()
  // Without the storage location that a person is to enter there is no bin to look for.
  const isEnteredHere = (name: string) => table.headerFields[name]?.isEnteredIfEmpty === true
  const collect = (fields: Fields, row: Record<string, unknown>, line?: number) => {
    for (const [name, field] of Object.entries(fields)) {
      const value = row[name]
      if (
        !isChecked(field) ||
        (row === header && copied.has(name)) ||
        typeof value !== 'string' ||
        value === ''
      )
        continue
      const master = masterOf(field.master!)
      if (!master) continue
      const parts = master.key.slice(0, -1)
      const key = parts.map((part) => boundValue(field, part, row, header))
      const missing = parts.flatMap((part, index) =>
        key[index] === '' ? boundFields(field, part).filter(isEnteredHere) : [],
      )
      for (const held of missing) open.add(held)
      if (missing.length > 0) continue
      const within = Object.entries(boundValues(field, master, row, header)).filter(
        ([bound]) => field.within?.includes(bound) === true,
      )
      const list = wanted.get(master.name) ?? []
      list.push({ field: name, value, key, within, ...(line === undefined ? {} : { line }) })
      wanted.set(master.name, list)
    }
  }
  collect(table.headerFields, header)
  for (const line of lines) collect(table.lineFields, line, line.lineNo)

  const today = companyToday()
  const words = (name: string) => (table.lineFields[name] ?? table.headerFields[name])?.label
  const asked = [...wanted].map(async ([name, references]) => {
    const master = masterOf(name)!
    const found = await readRows(queryable, master, references)
    return references.flatMap((reference): RefusalDetail[] => {
      const { field, value, line } = reference
      const at = { field, ...(line === undefined ? {} : { line }) }
      const params = { master: master.label.zh, masterEn: master.label.en, value }
      const row = found.get(keyText([...reference.key, value]))
      if (row === undefined) return [{ code: 'master-unknown', params, ...at }]
      const expired = outsideValidity(row, today)
      if (expired !== null)
        return [{ code: expired.code, params: { ...params, day: expired.day }, ...at }]
      const outside = reference.within.find(
        ([bound, wantedValue]) => row.bounds.get(bound) !== wantedValue,
      )
      if (outside === undefined) return []
      const [bound, boundValue] = outside
      const { zh, en } = words(bound) ?? { zh: bound, en: bound }
      return [
        {
          code: 'reference-outside',
          params: { ...params, bound: zh, boundEn: en, boundValue },
          ...at,
        },
      ]
    })
  })
  const problems = [
    ...[...open].map((name) => emptyField(name, fieldOf(table.headerFields, name))),
    ...(await Promise.all(asked)).flat(),
  ]
  // If the restricting value itself is unknown, report only that.
  const unknown = new Set(
    problems.flatMap(({ code, params }) => (code === 'master-unknown' ? [params['value']] : [])),
  )
  return problems.filter(
    ({ code, params }) => code !== 'reference-outside' || !unknown.has(params['boundValue']),
  )
}

const emptyField = (name: string, { label: { zh, en } }: Field): RefusalDetail => ({
  code: 'field-required',
  params: { field: zh, fieldEn: en },
  field: name,
})

interface Reference {
  field: string
  line?: number
  value: string
  /** The leading key columns of the master, before the value. */
  key: string[]
  /** Further values the row must have, by field. */
  within: [string, string][]
}

interface ReferencedRow {
  validFrom: LocalDate | null
  validTo: LocalDate | null
  /** Values of the fields that restrict the reference. */
  bounds: ReadonlyMap<string, string>
}

const keyText = (parts: readonly string[]): string => parts.join('\u001f')

/** Reads the referenced active rows by key, with the fields that restrict them. */
async function readRows(
  queryable: Queryable,
  master: AnyMaster,
  references: readonly Reference[],
): Promise<Map<string, ReferencedRow>> {
  const columns = master.key.map(toSnake)
  const bounds = [...new Set(references.flatMap(({ within }) => within.map(([bound]) => bound)))]
  const given = columns.map((_column, index) => `c${index}`)
  const held = bounds.map((bound) => `${toSnake(bound)}::text`).join(', ')
  const validity = hasValidity(master)
    ? 'valid_from, valid_to'
    : 'null::date as valid_from, null::date as valid_to'
  const rows = await queryable.query<{ k: string[]; w: string[] } & Omit<ReferencedRow, 'bounds'>>(
    `select array[${columns.join(', ')}] as k, array[${held}]::text[] as w, ${validity} from ${toSnake(master.name)}
     where is_active and (${columns.join(', ')}) in (select ${given.map((name) => `u.${name}`).join(', ')}
       from unnest(${given.map((_name, index) => `$${index + 1}::text[]`).join(', ')}) as u(${given.join(', ')}))`,
    columns.map((_column, index) =>
      references.map((reference) => itemAt([...reference.key, reference.value], index)),
    ),
  )
  return new Map(
    rows.map(({ k, w, validFrom, validTo }) => [
      keyText(k),
      { validFrom, validTo, bounds: new Map(bounds.map((bound, at) => [bound, w[at] ?? ''])) },
    ]),
  )
}

function masterOf(name: string): AnyMaster | undefined {
  return (masters as Record<string, AnyMaster>)[name]
}

/** Materials are checked where their data is read; users are not a master table of the company. */
function isChecked(field: Field): boolean {
  return (
    field.kind === 'reference' &&
    isEnteredByPerson(field) &&
    field.master !== 'material' &&
    field.master !== 'user'
  )
}
