import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import {
  legacyFieldNames,
  legacyFieldsOf,
  type LegacyField,
  type LegacyKind,
} from '@kufang/contract/legacy-documents/legacy-document.ts'
import type { LegacyFile } from '@kufang/contract/legacy-documents/legacy-import.ts'
import {
  columnFor,
  proposeColumns,
  type LegacyColumn,
  type LegacyMapping,
} from '@kufang/contract/legacy-documents/legacy-mapping.ts'

/** The mapping that is proposed for a file; what was entered for another kind is kept where it fits. */
export function proposedMapping(
  kind: LegacyKind,
  file: Pick<LegacyFile, 'headers' | 'samples'>,
  entered: Pick<LegacyMapping, 'sourceSystem' | 'fixed'>,
): LegacyMapping {
  const fields = legacyFieldsOf(kind)
  const fixed = Object.fromEntries(
    Object.entries(entered.fixed).filter(([name]) => Object.hasOwn(fields, name)),
  )
  const columns = proposeColumns(kind, file.headers, file.samples)
  return { kind, sourceSystem: entered.sourceSystem, columns, fixed }
}

/** The field of which a column is taken; null if it is not taken. */
export function fieldOfColumn({ columns }: LegacyMapping, header: string): LegacyField | null {
  return legacyFieldNames.find((name) => columns[name]?.header === header) ?? null
}

/** Takes a column for a field, or leaves it out; of two columns for one field the later choice counts. */
export function withField(
  mapping: LegacyMapping,
  file: Pick<LegacyFile, 'headers' | 'samples'>,
  header: string,
  name: LegacyField | null,
): LegacyMapping {
  const columns = { ...mapping.columns }
  const before = fieldOfColumn(mapping, header)
  if (before !== null) delete columns[before]
  const fixed = { ...mapping.fixed }
  if (name !== null) {
    const samples = file.samples[file.headers.indexOf(header)] ?? []
    columns[name] = columnFor(legacyFieldsOf(mapping.kind)[name]!, header, samples)
    delete fixed[name]
  }
  return { ...mapping, columns, fixed }
}

/** Changes how the column of a field is read. */
export function withReading(
  mapping: LegacyMapping,
  name: LegacyField,
  change: Partial<LegacyColumn>,
): LegacyMapping {
  const column = mapping.columns[name]
  if (column === undefined) return mapping
  return { ...mapping, columns: { ...mapping.columns, [name]: { ...column, ...change } } }
}

/** What a value of a field means here: a code, or '' for no value; null takes the translation away. */
export function withMeaning(
  mapping: LegacyMapping,
  name: LegacyField,
  value: string,
  meaning: string | null,
): LegacyMapping {
  const { [value]: _before, ...others } = mapping.columns[name]?.values ?? {}
  return withReading(mapping, name, {
    values: meaning === null ? others : { ...others, [value]: meaning },
  })
}

/** Fields without a column: their value is the same for all rows, if they have one. */
export function fieldsWithoutColumn({ kind, columns }: LegacyMapping) {
  return Object.fromEntries(
    Object.entries(legacyFieldsOf(kind)).filter(
      ([name]) => columns[name as LegacyField] === undefined,
    ),
  )
}

/** Whether a refused cell may be left empty by a translation of its value. */
export function mayBeLeftEmpty(
  { kind, columns }: LegacyMapping,
  { field }: Pick<RefusalDetail, 'field'>,
): boolean {
  const name = field as LegacyField
  const declared = legacyFieldsOf(kind)[name]
  return (
    columns[name] !== undefined && declared?.required === false && declared.kind !== 'reference'
  )
}

/** A kept mapping, without columns that this file does not have. */
export function keptFor(mapping: LegacyMapping, { headers }: Pick<LegacyFile, 'headers'>) {
  const columns = Object.fromEntries(
    Object.entries(mapping.columns).filter(([, { header }]) => headers.includes(header)),
  )
  return { ...mapping, columns }
}
