import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { SourceDeclaration } from '@kufang/contract/document/declare/source.ts'
import { makesDrafts, sourcesOf, variantOnPage } from '@kufang/contract/document/page-variants.ts'
import { documents } from '@kufang/contract/registry.ts'

export interface Successor {
  definition: AnyDocument
  source: SourceDeclaration<string, string>
  /** The page that creates it from this predecessor, if persons do. */
  page?: string
}

/** The types created from lines of this type, by whichever of their sources. */
export function successorsOf(name: string): readonly Successor[] {
  return Object.values<AnyDocument>(documents).flatMap((definition) => {
    const source = sourcesOf(definition).find((one) => one.document === name)
    if (source === undefined) return []
    const [page] = Object.entries(definition.pages).flatMap(([path, one]) =>
      makesDrafts(one) && variantOnPage(definition, one).source?.document === name ? [path] : [],
    )
    return [{ definition, source, ...(page === undefined ? {} : { page }) }]
  })
}
