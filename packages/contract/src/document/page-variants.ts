import type { AnyDocument } from './declare/define-document.ts'
import type { SourceDeclaration } from './declare/source.ts'
import type { Fields } from './declare/field.ts'
import type { DocumentPage, PageWhere } from './declare/page.ts'
import { commonHeader, commonLine } from './declare/common-fields.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'

// Several pages can be variants of one document type (urgent, sales, cross-company): `where` restricts a page to
// certain documents, `source` selects the predecessor from which it creates them.

export type AnyPage = DocumentPage<string, string, string>

/** Whether a document meets the condition of the page. */
export function isOfPage(page: AnyPage, document: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(page.where ?? {}).every(([field, value]) => document[field] === value)
}

/** Whether documents are created on the page. */
export function makesDrafts(page: AnyPage): boolean {
  return page.kind === 'create' || page.creates === true
}

/** The header fields that distinguish the variants. */
export function variantFields(definition: AnyDocument): readonly string[] {
  return [
    ...new Set(Object.values(definition.pages).flatMap(({ where }) => Object.keys(where ?? {}))),
  ]
}

/** The variant of a document: its values of the fields that distinguish variants. */
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

/** All predecessors from which documents of the type can be created. */
export function sourcesOf(
  definition: Pick<AnyDocument, 'source' | 'sources'>,
): readonly SourceDeclaration<string, string>[] {
  const { source, sources = {} } = definition
  return [...(source === undefined ? [] : [source]), ...Object.values(sources)]
}

const variants = new WeakMap<AnyPage, { of: AnyDocument; variant: AnyDocument }>()

/**
 * The type as used on one page, with the page's source. On a page without a source, persons enter the fields otherwise
 * copied from the predecessor: place, account assignment, material; on one with a source, or that names them, those of
 * `enters`.
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
            ...entered(page.enters ?? given?.header ?? [], page, {
              ...commonHeader,
              ...rest.header,
            }),
          },
          lines: {
            ...rest.lines,
            ...entered([...(page.enters ?? []), 'materialNo'], page, {
              ...commonLine,
              ...rest.lines,
            }),
          },
        }
      : {
          ...rest,
          source,
          ...(page.enters !== undefined && {
            header: { ...rest.header, ...entered(page.enters, page, rest.header) },
            lines: { ...rest.lines, ...entered(page.enters, page, rest.lines) },
          }),
        }
  const proposing =
    page.usual === undefined
      ? variant
      : { ...variant, header: withUsual(variant.header, page.usual) }
  variants.set(page, { of: definition, variant: proposing })
  return proposing
}

/** The fields of the header, those that the page proposes with what is usual on it. */
const withUsual = (header: Fields, usual: NonNullable<AnyPage['usual']>): Fields => ({
  ...header,
  ...Object.fromEntries(
    Object.entries(usual).flatMap(([name, value]) => {
      const field = header[name]
      return field === undefined ? [] : [[name, { ...field, usual: value }]]
    }),
  ),
})

/** These fields as entered by persons, without the company, which is selected separately. */
function entered(names: readonly string[], { requires = [] }: AnyPage, fields: Fields): Fields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name]
      if (field === undefined || name === 'companyCode') return []
      const required = field.required || requires.includes(name)
      return [[name, { ...field, by: 'user', required }]]
    }),
  )
}

/**
 * The type as used for one document, according to the page on which it is created. A page may say so of documents that
 * only the system makes, too: it names their `source`.
 */
export function variantOfDocument(
  definition: AnyDocument,
  document: Readonly<Record<string, unknown>>,
): AnyDocument {
  const page = Object.values(definition.pages).find(
    (one) => (makesDrafts(one) || one.source !== undefined) && isOfPage(one, document),
  )
  return page === undefined ? definition : variantOnPage(definition, page)
}

/** The pages on which this person may create documents. */
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
 * The conditions of the person's pages: null if one of them has no condition, so that all documents may be read; empty
 * without a page.
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
