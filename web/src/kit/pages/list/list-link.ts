import type { Fields } from '@kufang/contract/document/declare/field.ts'

/** What a link asks of a list: a document, a search text, or values of its filters. */
export type Linked =
  | { docNo: string }
  | { find: string }
  | { values: Readonly<Record<string, string>> }

/** Precedes the name of a filter in a link. */
const filterPrefix = 'by.'

/**
 * The address of a page whose list is filtered by these values.
 * @param list the document whose list it is, on a page with several lists
 */
export function filteredPath(
  path: string,
  values: Readonly<Record<string, string>>,
  list?: string,
): string {
  const named = Object.entries(values).map(([name, value]) => [filterPrefix + name, value])
  const shown = list === undefined ? [] : [['list', list]]
  return `${path}?${new URLSearchParams([...shown, ...named])}`
}

/** What the parameters of a link ask of a list with these fields; null for nothing. */
export function linkedBy(fields: Fields, query: URLSearchParams): Linked | null {
  const docNo = 'docNo' in fields ? query.get('docNo') : null
  if (docNo !== null && docNo !== '') return { docNo }
  const find = query.get('find')
  if (find !== null && find !== '') return { find }
  const values = [...query].flatMap(([key, value]) => {
    const name = key.startsWith(filterPrefix) ? key.slice(filterPrefix.length) : ''
    return Object.hasOwn(fields, name) && value !== '' ? [[name, value] as const] : []
  })
  return values.length === 0 ? null : { values: Object.fromEntries(values) }
}
