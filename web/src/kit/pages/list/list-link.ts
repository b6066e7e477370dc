import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { filterShape } from '../../fields/list-filters.ts'
import type { FilterRange } from '../../fields/list-filters.ts'

/** A value of a filter in a link: a text, any of several, or a range with optional ends. */
type LinkedValue = string | readonly string[] | Partial<FilterRange>

/** What a link asks of a list: a document, a search text, or values of its filters. */
export type Linked =
  | { docNo: string }
  | { find: string }
  | { values: Readonly<Record<string, FilterOfLink>> }

/** A value of a filter, as the filter bar has it. */
type FilterOfLink = string | readonly string[] | FilterRange

/** Precedes the name of a filter in a link; the ends of a range follow it. */
const filterPrefix = 'by.'
const ends = ['from', 'to'] as const

/**
 * The address of a page whose list is filtered by these values.
 * @param list the document whose list it is, on a page with several lists
 */
export function filteredPath(
  path: string,
  values: Readonly<Record<string, LinkedValue>>,
  list?: string,
): string {
  const named = Object.entries(values).flatMap(([name, value]) =>
    partsOf(value).map(([end, text]) => [`${filterPrefix}${name}${end}`, text]),
  )
  const shown = list === undefined ? [] : [['list', list]]
  return `${path}?${new URLSearchParams([...shown, ...named])}`
}

function partsOf(value: LinkedValue): [string, string][] {
  if (typeof value === 'string') return [['', value]]
  if (isSeveral(value)) return value.map((one) => ['', one])
  return ends.flatMap((end): [string, string][] => {
    const text = value[end]
    return text == null ? [] : [[`.${end}`, text]]
  })
}

const isSeveral = (value: LinkedValue): value is readonly string[] => Array.isArray(value)

/**
 * What the parameters of a link ask of a list with these fields; null for nothing.
 * @param hasStates whether a field is one of states, which are chosen
 */
export function linkedBy(
  fields: Fields,
  query: URLSearchParams,
  hasStates: (name: string) => boolean = () => false,
): Linked | null {
  const docNo = 'docNo' in fields ? query.get('docNo') : null
  if (docNo !== null && docNo !== '') return { docNo }
  const find = query.get('find')
  if (find !== null && find !== '') return { find }
  const values = Object.entries(fields).flatMap(([name, field]): [string, FilterOfLink][] => {
    const shape = filterShape(field, hasStates(name))
    const given = query.getAll(filterPrefix + name).filter((value) => value !== '')
    if (shape === 'choices') return given.length === 0 ? [] : [[name, given]]
    const [from = null, to = null] = ends.map((end) => query.get(`${filterPrefix}${name}.${end}`))
    if (shape === 'dates' && (from !== null || to !== null)) return [[name, { from, to }]]
    const last = given.at(-1)
    return last === undefined ? [] : [[name, last]]
  })
  return values.length === 0 ? null : { values: Object.fromEntries(values) }
}
