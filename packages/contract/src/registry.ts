import { fieldOf } from '@kufang/kernel/present.ts'
import * as acceptance from './acceptance/declarations.ts'
import * as delivery from './delivery/declarations.ts'
import * as distribution from './distribution/declarations.ts'
import type { AnyDocument } from './document/declare/define-document.ts'
import type { DocumentPage, ListPage } from './document/declare/page.ts'
import * as externalDocuments from './external-documents/declarations.ts'
import * as freeze from './freeze/declarations.ts'
import * as handover from './handover/declarations.ts'
import * as issue from './issue/declarations.ts'
import { masters } from './masters/declarations.ts'
import * as overdue from './overdue/declarations.ts'
import { queries } from './queries.ts'
import * as receiving from './receiving/declarations.ts'
import * as requisition from './requisition/declarations.ts'
import { screens } from './screens.ts'
import * as stock from './stock/declarations.ts'
import * as stocktake from './stocktake/declarations.ts'
import * as transfer from './transfer/declarations.ts'
import * as preservation from './preservation/declarations.ts'
import * as safeStock from './safe-stock/declarations.ts'

/**
 * All document types; of several on one page the first here is shown first. The browser does not import this list: it
 * has the index (declaration-index.ts) and loads the declarations of an area on demand.
 */
export const documents = {
  ...externalDocuments.documents,
  ...delivery.documents,
  ...receiving.documents,
  ...acceptance.documents,
  // Of their common pages the goods issue is first.
  ...issue.documents,
  ...requisition.documents,
  ...stocktake.documents,
  ...stock.documents,
  ...handover.documents,
  ...transfer.documents,
  ...overdue.documents,
  ...distribution.documents,
  ...freeze.documents,
  ...preservation.documents,
  ...safeStock.documents,
} as const

export type DocumentName = keyof typeof documents

/** A page as used by menu and routes: its subject and its shell. */
export interface RegistryPage {
  path: string
  subject: 'document' | 'master' | 'query' | 'screen'
  /** The documents, master or query of the page; a page may show several documents side by side. */
  names: readonly string[]
  kind: DocumentPage<string, string, string>['kind'] | ListPage<string>['kind']
}

function collectPages(): readonly RegistryPage[] {
  const found = new Map<
    string,
    { subject: RegistryPage['subject']; names: string[]; kind: RegistryPage['kind'] }
  >()
  const add = (
    subject: RegistryPage['subject'],
    name: string,
    path: string,
    kind: RegistryPage['kind'],
  ) => {
    const known = found.get(path)
    if (known) known.names.push(name)
    else found.set(path, { subject, names: [name], kind })
  }
  for (const definition of Object.values<AnyDocument>(documents)) {
    for (const [path, page] of Object.entries(definition.pages))
      add('document', definition.name, path, page.kind)
  }
  for (const definition of Object.values(masters)) {
    for (const [path, page] of Object.entries(definition.pages))
      add('master', definition.name, path, page.kind)
  }
  for (const definition of Object.values(queries)) {
    for (const [path, page] of Object.entries<ListPage<string>>(definition.pages))
      add('query', definition.name, path, page.kind)
  }
  for (const path of screens) add('screen', '', path, 'screen')
  return [...found].map(([path, page]) => ({ path, ...page }))
}

export const registry = { documents, masters, queries, pages: collectPages() } as const

/** The definition of a document type by name, or undefined if not declared. */
export function documentDefinition(name: string): AnyDocument | undefined {
  return Object.hasOwn(documents, name)
    ? (documents as Record<string, AnyDocument>)[name]
    : undefined
}

/** The definition of a document type that is declared. @throws Error if there is none of that name */
export function definitionOf(name: string): AnyDocument {
  return fieldOf(documents as Record<string, AnyDocument>, name)
}
