import type { AnyDocument, SourceDeclaration } from './declare/define-document.ts'
import type { Fields } from './declare/field.ts'
import type { DocumentPage, PageWhere } from './declare/page.ts'
import { commonHeader, commonLine } from './declare/common-fields.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'

// Several pages can be variants of one document type (urgent, sales, cross-company): a page says with `where` which
// documents it is about, and with `source` which predecessor it makes them from.

export type AnyPage = DocumentPage<string, string, string>

/** Whether a document is one of the page's. */
export function isOfPage(page: AnyPage, document: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(page.where ?? {}).every(([field, value]) => document[field] === value)
}

/** Whether new documents are made on the page. */
export function makesDrafts(page: AnyPage): boolean {
  return page.kind === 'create' || page.creates === true
}

/** Names of the header fields that tell the variants apart. */
export function variantFields(definition: AnyDocument): readonly string[] {
  return [
    ...new Set(Object.values(definition.pages).flatMap(({ where }) => Object.keys(where ?? {}))),
  ]
}

/** Which variant of its type a document is: its values in the fields that tell them apart. */
export function variantValues(
  definition: AnyDocument,
  document: Readonly<Record<string, unknown>>,
): PageWhere {
  return Object.fromEntries(
    variantFields(definition).flatMap((name) => {
      const value = document[name]
      return typeof value === 'string' || typeof value === 'boolean' ? [[name, value]] : []
    }),
  )
}

/** Every predecessor that documents of the type can come from. */
export function sourcesOf(
  definition: Pick<AnyDocument, 'source' | 'sources'>,
): readonly SourceDeclaration<string, string>[] {
  const { source, sources = {} } = definition
  return [...(source === undefined ? [] : [source]), ...Object.values(sources)]
}

const variants = new WeakMap<AnyPage, { of: AnyDocument; variant: AnyDocument }>()

/**
 * The type as it is on one page: with the source that the page makes documents from. On a page without a source people
 * enter themselves what a predecessor would give: place, account assignment, material.
 */
export function variantOnPage(definition: AnyDocument, page: AnyPage): AnyDocument {
  if (page.source === undefined) return definition
  const known = variants.get(page)
  if (known?.of === definition) return known.variant
  const { source: given, ...rest } = definition
  const source = page.source === null ? undefined : definition.sources?.[page.source]
  const variant: AnyDocument =
    source === undefined
      ? {
          ...rest,
          header: {
            ...rest.header,
            ...entered(given?.header ?? [], { ...commonHeader, ...rest.header }),
          },
          lines: { ...rest.lines, ...entered(['materialNo'], { ...commonLine, ...rest.lines }) },
        }
      : { ...rest, source }
  variants.set(page, { of: definition, variant })
  return variant
}

/** These fields as a person enters them; the company is chosen by other means. */
function entered(names: readonly string[], fields: Fields): Fields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name]
      return field === undefined || name === 'companyCode' ? [] : [[name, { ...field, by: 'user' }]]
    }),
  )
}

/** The type as it is for one document: that of the page it is made on. */
export function variantOfDocument(
  definition: AnyDocument,
  document: Readonly<Record<string, unknown>>,
): AnyDocument {
  const page = Object.values(definition.pages).find(
    (one) => makesDrafts(one) && isOfPage(one, document),
  )
  return page === undefined ? definition : variantOnPage(definition, page)
}

/** Pages on which this person may make new documents. */
export function creatingPages(
  definition: AnyDocument,
  reader: { roles: ReadonlySet<string>; isAdmin: boolean },
): readonly { path: string; page: AnyPage }[] {
  return Object.entries(definition.pages).flatMap(([path, page]) =>
    makesDrafts(page) && (reader.isAdmin || reader.roles.has(cataloguePage(path).role))
      ? [{ path, page }]
      : [],
  )
}

/**
 * Which documents of the type the person's own pages are about: null for all, none where no page is his. Whoever holds
 * one page without a condition reads them all.
 */
export function conditionsOfPages(
  definition: AnyDocument,
  reader: { roles: ReadonlySet<string>; isAdmin: boolean },
): readonly PageWhere[] | null {
  if (reader.isAdmin) return null
  const held = Object.entries(definition.pages).filter(([path]) =>
    reader.roles.has(cataloguePage(path).role),
  )
  const conditions = held.map(([, { where }]) => where ?? {})
  return conditions.some((where) => Object.keys(where).length === 0) ? null : conditions
}
