import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { commonHeader, commonLineOf } from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { registry } from '@kufang/contract/registry.ts'
import { lastOf } from '@kufang/kernel/present.ts'

/** A page with one list of documents or of a query. */
interface ListOfPage {
  /** Its document, if the page has several lists. */
  name?: string
  fields: Fields
  filters: readonly string[]
}

/** A list that is filtered by rows of a master. */
export interface FilteredList {
  path: string
  /** The document whose list it is, if the page has several lists. */
  list?: string
  /** The filters by column of the master's key: its code, and what the code is unique in, as far as the list has it. */
  filters: Readonly<Record<string, string>>
}

/**
 * The first page in menu order that the person may open and whose list has a reference to the master among its filters;
 * undefined if there is none.
 */
export function findFilteredList(
  master: Pick<AnyMaster, 'name' | 'key'>,
  mayOpen: (role: string) => boolean,
): FilteredList | undefined {
  return filteredLists(master, mayOpen).next().value ?? undefined
}

/** All such lists, in menu order. */
export function* filteredLists(
  master: Pick<AnyMaster, 'name' | 'key'>,
  mayOpen: (role: string) => boolean,
): Generator<FilteredList, undefined> {
  const code = lastOf(master.key)
  for (const { path, role, hidden } of pageCatalogue) {
    for (const list of hidden || !mayOpen(role) ? [] : listsOfPage(path)) {
      const name = list.filters.find((filter) => {
        const field = list.fields[filter]
        return field?.kind === 'reference' && field.master === master.name
      })
      if (name === undefined) continue
      const filters: Record<string, string> = {}
      for (const column of master.key) {
        const [filter] =
          column === code ? [name] : [list.fields[name]?.keyFrom?.[column] ?? column].flat()
        if (filter !== undefined && filter in list.fields) filters[column] = filter
      }
      yield { path, ...(list.name !== undefined && { list: list.name }), filters }
    }
  }
  return undefined
}

/** Pages on which documents are created cannot be opened filtered. */
function listsOfPage(path: string): ListOfPage[] {
  const known = registry.pages.find((page) => page.path === path)
  if (known === undefined || known.kind === 'create') return []
  return known.names.flatMap((name) => {
    const list = listOf(known.subject, name, path)
    if (list === undefined) return []
    return [known.names.length === 1 ? list : { ...list, name }]
  })
}

function listOf(subject: string, name: string, path: string): ListOfPage | undefined {
  if (subject === 'query') {
    const query: AnyQuery | undefined = Object.values<AnyQuery>(registry.queries).find(
      (one) => one.name === name,
    )
    const filters = query?.pages[path]?.filters
    return query === undefined || filters === undefined
      ? undefined
      : { fields: query.fields, filters }
  }
  if (subject !== 'document') return undefined
  const document = Object.values<AnyDocument>(registry.documents).find((one) => one.name === name)
  const page = document?.pages[path]
  if (document === undefined || page?.filters === undefined) return undefined
  const header = { ...commonHeader, ...document.header }
  const fields =
    page.level === 'line' ? { ...header, ...commonLineOf(document), ...document.lines } : header
  return { fields, filters: page.filters }
}
