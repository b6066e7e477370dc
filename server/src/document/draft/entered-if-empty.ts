import type { Fields } from '@kufang/contract/document/declare/field.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { DocumentTable } from '../storage/table.ts'
import { sourceKey, type SourceLines } from './sources.ts'

// Fields copied from the predecessor that a person enters where the predecessor has no value (`isEnteredIfEmpty`).

type Values = Readonly<Record<string, unknown>>

/** The predecessor's line of which a header field is copied: the first one, or the first one that has a value. */
export function sourceOfHeader<T extends Values>(
  fields: Fields,
  name: string,
  sources: ReadonlyMap<string, T>,
): T | undefined {
  const [first, ...others] = sources.values()
  return fields[name]?.isEnteredIfEmpty === true && first !== undefined
    ? ([first, ...others].find((source) => textOf(source[name]) !== '') ?? first)
    : first
}

/** The header fields entered by persons only where the predecessors are empty, and which these have. */
export function takenFromSources(
  { definition, headerFields }: DocumentTable,
  sources: ReadonlyMap<string, Values>,
): ReadonlySet<string> {
  const names = (definition.source?.header ?? []).filter(
    (name) =>
      headerFields[name]?.isEnteredIfEmpty === true &&
      textOf(sourceOfHeader(headerFields, name, sources)?.[name]) !== '',
  )
  return new Set(names)
}

/** The entered values, without those for which the predecessor has one. */
export function entered(fields: Fields, values: Values, copied: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => fields[name]?.isEnteredIfEmpty !== true || textOf(copied[name]) === '',
    ),
  )
}

/** Entered values that differ from those of the predecessor: the person would believe to have changed them. */
export function unlikeSource(
  { definition, headerFields, lineFields }: DocumentTable,
  header: Values,
  lines: readonly {
    lineNo: number
    source: { id: string; lineNo: number } | null
    values: Values
  }[],
  sources: SourceLines,
): RefusalDetail[] {
  const compare = (
    fields: Fields,
    names: readonly string[],
    values: Values,
    sourceOf: (name: string) => (Values & { docNo: string; lineNo: number }) | undefined,
    line?: number,
  ) =>
    names.flatMap((name): RefusalDetail[] => {
      const source = sourceOf(name)
      const [own, other] = [textOf(values[name]), textOf(source?.[name])]
      if (own === '' || other === '' || own === other) return []
      const { zh, en } = definition.relabel?.[name] ?? fieldOf(fields, name).label
      return [
        {
          code: 'differs-from-source',
          params: {
            field: zh,
            fieldEn: en,
            value: own,
            source: `${source!.docNo}/${source!.lineNo}`,
            other,
          },
          field: name,
          ...(line === undefined ? {} : { line }),
        },
      ]
    })
  const enteredIfEmpty = (fields: Fields, copied: readonly string[] = []) =>
    copied.filter((name) => fields[name]?.isEnteredIfEmpty === true)
  const ofHeader = enteredIfEmpty(headerFields, definition.source?.header)
  const ofLines = enteredIfEmpty(lineFields, definition.source?.lines)
  return [
    ...compare(headerFields, ofHeader, header, (name) =>
      sourceOfHeader(headerFields, name, sources),
    ),
    ...lines.flatMap(({ lineNo, source, values }) =>
      source === null || ofLines.length === 0
        ? []
        : compare(lineFields, ofLines, values, () => sources.get(sourceKey(source)), lineNo),
    ),
  ]
}
