import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { PageWhere } from '@kufang/contract/document/declare/page.ts'
import { holdsAny, rolesForDrafts, rolesForReading } from '@kufang/contract/document/decide.ts'
import {
  conditionsOfPages,
  makesDrafts,
  sourcesOf,
  type AnyPage,
} from '@kufang/contract/document/page-variants.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { documents } from '@kufang/contract/registry.ts'
import { refuse, type Refusal } from '@kufang/kernel/refusal.ts'
import type { Session } from '../../platform/session/session.ts'

/**
 * Role codes of the pages of its successors: creating successors requires reading their source. To suppliers only successors
 * that people create count: who reads what was rejected of his goods does not read the inspection for that.
 */
export function readersOfSuccessors(name: string, isExternal = false): readonly string[] {
  return Object.values<AnyDocument>(documents)
    .filter((one) => sourcesOf(one).some((source) => source.document === name))
    .filter(({ pages }) => !isExternal || Object.values(pages).some(makesDrafts))
    .flatMap((successor) => [...rolesForReading(successor)])
}

const isExternal = ({ scope }: Session): boolean => scope.supplierNo !== null

/** Whether the person has a page of this document, or one of its successors. */
export function mayRead(definition: AnyDocument, session: Session): boolean {
  return (
    holdsAny(session, rolesForReading(definition)) ||
    holdsAny(session, readersOfSuccessors(definition.name, isExternal(session)))
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
  const ofSuccessors = readersOfSuccessors(definition.name, isExternal(session))
  return own === null || holdsAny(session, ofSuccessors) ? null : own
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

/**
 * The page named by a request, if documents are created on it.
 * @throws `role-missing` without the page's role or if nothing is created there, `not-found` if the type has no such page
 */
export function requestedCreatingPage(
  definition: AnyDocument,
  session: Session,
  path: string,
): AnyPage {
  const page = requestedPage(definition, session, path)
  if (!makesDrafts(page)) throw mayNotCreate(definition)
  return page
}

/** The refusal of somebody who may not create documents of the type, or not there. */
export const mayNotCreate = (definition: AnyDocument): Refusal =>
  refuse('role-missing', {
    action: '新建',
    actionEn: 'create',
    roles: rolesForDrafts(definition, 'create').join('/') || '–',
  })
