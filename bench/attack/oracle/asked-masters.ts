import type { AnyDocument } from '../../../packages/contract/src/document/declare/define-document.ts'
import type { AnyMaster } from '../../../packages/contract/src/document/declare/define-master.ts'
import type { Fields } from '../../../packages/contract/src/document/declare/field.ts'
import { registry } from '../../../packages/contract/src/registry.ts'
import { holdsPage, type Account } from './account.ts'

/** The structure of the company and its units of measurement: on every page. */
const ofEverybody = new Set(['company', 'plant', 'storage-location', 'unit'])

const refersTo = (name: string, fields: Fields): boolean =>
  Object.values(fields).some(({ master }) => master === name)

/** Whether a page of the account has a field that names rows of the master: its search answers. */
export function asksFor(account: Account, { name, pages }: AnyMaster): boolean {
  if (ofEverybody.has(name) || holdsPage(account, Object.keys(pages))) return true
  const documents = Object.values<AnyDocument>(registry.documents)
  const queries = Object.values(registry.queries)
  return (
    documents.some(
      (one) =>
        holdsPage(account, Object.keys(one.pages)) &&
        refersTo(name, { ...one.header, ...one.lines }),
    ) ||
    queries.some((one) => holdsPage(account, Object.keys(one.pages)) && refersTo(name, one.fields))
  )
}

/** Whether the account has no page at all that could ask for the master: its search refuses. */
export const asksForNothing = (account: Account, { name }: AnyMaster): boolean =>
  !account.isAdmin && account.roles.size === 0 && !ofEverybody.has(name)
