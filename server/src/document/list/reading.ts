import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { PageWhere } from '@kufang/contract/document/declare/page.ts'
import { holdsAny, rolesForReading } from '@kufang/contract/document/decide.ts'
import {
  conditionsOfPages,
  sourcesOf,
  type AnyPage,
} from '@kufang/contract/document/page-variants.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { documents } from '@kufang/contract/registry.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Session } from '../../platform/session/session.ts'

/** Role codes of the pages of its successors: creating successors requires reading their source. */
export function readersOfSuccessors(name: string): readonly string[] {
  return Object.values<AnyDocument>(documents)
    .filter((one) => sourcesOf(one).some((source) => source.document === name))
    .flatMap((successor) => [...rolesForReading(successor)])
}

/** Whether the person has a page of this document, or one of its successors. */
export function mayRead(definition: AnyDocument, session: Session): boolean {
  return (
    holdsAny(session, rolesForReading(definition)) ||
    holdsAny(session, readersOfSuccessors(definition.name))
  )
}

/**
 * The conditions of the person's pages; null if the person may read all documents of the type, also because of a
 * successor's page.
 */
export function readingConditions(
  definition: AnyDocument,
  session: Session,
): readonly PageWhere[] | null {
  const own = conditionsOfPages(definition, session)
  return own === null || holdsAny(session, readersOfSuccessors(definition.name)) ? null : own
}

/**
 * The page named by a request.
 * @throws `role-missing` without the page's role, `not-found` if the type has no such page
 */
export function requestedPage(
  { pages, label }: AnyDocument,
  session: Session,
  path: string,
): AnyPage {
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (page === undefined)
    throw refuse('not-found', {
      subject: `${label.zh}页面`,
      subjectEn: `Page of ${label.en}`,
      no: path,
    })
  const { role, zh, en } = cataloguePage(path)
  if (!holdsAny(session, [role]))
    throw refuse('role-missing', { action: zh, actionEn: en, roles: role })
  return page
}
