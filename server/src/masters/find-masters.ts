import { textOf } from '@kufang/kernel/text-of.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { registry } from '@kufang/contract/registry.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
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
}

/** Maximum number of rows per master; includes the exact code. */
const eachMax = 4

/**
 * Materials, bins, suppliers and other masters whose code, initials or name contains the text, for masters whose page
 * the person may open, within the scope. One statement per master.
 */
export async function findMasters(
  queryable: Queryable,
  session: Session,
  text: string,
): Promise<FoundMaster[]> {
  const open = Object.values<AnyMaster>(registry.masters).flatMap((definition) => {
    const path = Object.keys(definition.pages).find((known) => {
      const { role } = cataloguePage(known)
      return session.isAdmin || session.roles.has(role)
    })
    return path === undefined ? [] : [{ definition, path }]
  })
  const found = await Promise.all(
    open.map(async ({ definition, path }) => {
      const rows = await searchMasters(queryable, session, definition, { text, size: eachMax })
      return rows.map((row): FoundMaster => ({
        master: definition.name,
        title: definition.label,
        code: textOf(row[definition.key.at(-1)!]),
        within: definition.key
          .slice(0, -1)
          .map((name) => textOf(row[name]))
          .join('/'),
        words: textOf(row[definition.display]),
        path,
      }))
    }),
  )
  const wanted = text.trim().toUpperCase()
  return found
    .flat()
    .toSorted(
      (one, other) =>
        Number(other.code.toUpperCase() === wanted) - Number(one.code.toUpperCase() === wanted),
    )
}
