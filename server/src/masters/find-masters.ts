import { textOf } from '@kufang/kernel/text-of.ts'
import { inCodeForm } from '@kufang/contract/document/code-form.ts'
import { lastOf } from '@kufang/kernel/present.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { registry } from '@kufang/contract/registry.ts'
import type { Queryable, Row } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { findFilteredList } from './lists-by-master.ts'
import type { FilteredList } from './lists-by-master.ts'
import { searchMasters } from './search-masters.ts'

/** A master row found by code or name, with its page. */
export interface FoundMaster {
  master: string
  title: Label
  /** The code used by documents. */
  code: string
  /** Where the code is valid, such as plant and storage location of a bin; '' if everywhere. */
  within: string
  words: string
  path: string
  /** The document whose list is filtered, if the page has several lists. */
  list?: string
  /** The values by filter, if `path` is not the master's own page but a list filtered by it. */
  filters?: Readonly<Record<string, string>>
}

/** A master with the page that shows it to the person; `filters` as in `FilteredList`, null for its own page. */
interface Openable {
  definition: AnyMaster
  path: string
  filters: FilteredList['filters'] | null
  list?: string
}

/** Maximum number of rows per master; includes the exact code. */
const eachMax = 4

/**
 * Materials, bins, suppliers and other masters whose code, initials or name contains the text, within the scope: masters
 * whose page the person may open, with that page, and masters that are a filter of a list the person may open, with the
 * list. One statement per master.
 */
export async function findMasters(
  queryable: Queryable,
  session: Session,
  text: string,
): Promise<FoundMaster[]> {
  const mayOpen = (role: string): boolean => session.isAdmin || session.roles.has(role)
  const open = Object.values<AnyMaster>(registry.masters).flatMap((definition): Openable[] => {
    const path = Object.keys(definition.pages).find((known) => mayOpen(cataloguePage(known).role))
    if (path !== undefined) return [{ definition, path, filters: null }]
    const list = findFilteredList(definition, mayOpen)
    return list === undefined ? [] : [{ definition, ...list }]
  })
  const found = await Promise.all(
    open.map(async ({ definition, path, filters, list }) => {
      const rows = await searchMasters(queryable, session, definition, { text, size: eachMax })
      return rows.map((row): FoundMaster => ({
        master: definition.name,
        title: definition.label,
        code: textOf(row[lastOf(definition.key)]),
        within: definition.key
          .slice(0, -1)
          .map((name) => textOf(row[name]))
          .join('/'),
        words: textOf(row[definition.display]),
        path,
        ...(list !== undefined && { list }),
        ...(filters !== null && { filters: valuesOf(filters, row) }),
      }))
    }),
  )
  const wanted = inCodeForm('filled', text)
  return found
    .flat()
    .toSorted(
      (one, other) =>
        Number(other.code.toUpperCase() === wanted) - Number(one.code.toUpperCase() === wanted),
    )
}

/** The value of each filter: that of the column of the key it stands for. */
export function valuesOf(filters: FilteredList['filters'], row: Row): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).map(([column, filter]) => [filter, textOf(row[column])]),
  )
}
