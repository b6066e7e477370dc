import { cataloguePage } from './catalogue/page-catalogue.ts'
import { rolesForDrafts } from './decide.ts'
import type { AnyDocument } from './declare/define-document.ts'
import type { AnyQuery } from './declare/define-query.ts'

/**
 * The role codes that may read the rows of a query, one of which is sufficient: those of its pages, of its further readers,
 * and of whoever makes or changes documents whose lines are offered values from it (`offeredBy`).
 * @param documents all there are (`registry.ts`)
 */
export function readingRoles(
  { name, pages, readers = [] }: AnyQuery,
  documents: Readonly<Record<string, AnyDocument>>,
): string[] {
  const offered = Object.values(documents).filter(({ lines }) =>
    Object.values(lines).some(({ offeredBy }) => offeredBy === name),
  )
  return [
    ...new Set([
      ...[...Object.keys(pages), ...readers].map((path) => cataloguePage(path).role),
      ...offered.flatMap((definition) => [
        ...rolesForDrafts(definition, 'create'),
        ...rolesForDrafts(definition, 'edit'),
      ]),
    ]),
  ]
}
