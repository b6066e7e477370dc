import { inspectionNotice } from './acceptance/inspection-notice.ts'
import { inspectionOrder } from './acceptance/inspection-order.ts'
import { deliveryNote } from './delivery/delivery-note.ts'
import type { AnyDocument } from './document/declare/define-document.ts'
import type { DocumentPage, ListPage } from './document/declare/page.ts'
import { purchaseOrder } from './external-documents/purchase-order.ts'
import { purchaseRequest } from './external-documents/purchase-request.ts'
import { reservation } from './external-documents/reservation.ts'
import { salesOrder } from './external-documents/sales-order.ts'
import { goodsIssue } from './issue/goods-issue.ts'
import { arrival } from './receiving/arrival.ts'
import { goodsReceipt } from './receiving/goods-receipt.ts'
import { requisition } from './requisition/requisition.ts'
import { masters } from './masters/masters.ts'
import { queries } from './queries.ts'
import { screens } from './screens.ts'
import { documentHandover } from './handover/document-handover.ts'
import { stockInitialisation } from './stock/stock-initialisation.ts'

/** The only list of all document types. */
export const documents = {
  'purchase-order': purchaseOrder,
  'purchase-request': purchaseRequest,
  reservation,
  'sales-order': salesOrder,
  'delivery-note': deliveryNote,
  arrival,
  'inspection-notice': inspectionNotice,
  'inspection-order': inspectionOrder,
  'goods-receipt': goodsReceipt,
  requisition,
  'goods-issue': goodsIssue,
  'stock-initialisation': stockInitialisation,
  'document-handover': documentHandover,
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
