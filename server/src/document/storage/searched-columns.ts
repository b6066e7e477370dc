import { searchedLineFields } from '@kufang/contract/document/declare/common-fields.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { sourcesOf, variantOnPage } from '@kufang/contract/document/page-variants.ts'
import { documents } from '@kufang/contract/registry.ts'
import { toSnake } from '../../platform/database/case.ts'

/** Columns with coloured states, which are filtered by choice. */
const stateColumns: ReadonlySet<string> = new Set(['state', 'erpState', 'lineErpState', 'progress'])

/**
 * The columns of header and lines whose texts are searched or filtered for a part of them, in the order of the index that
 * each of the two tables has of their joint text.
 */
export function searchedColumns(
  definition: AnyDocument,
  headerFields: Fields,
  lineFields: Fields,
): { header: readonly string[]; line: readonly string[] } {
  const filters = filtersOf(definition)
  const texts = (fields: Fields, always: readonly string[]) =>
    [...new Set([...always, ...filters])]
      .filter((name) => fields[name]?.kind === 'text' && !stateColumns.has(name))
      .map(toSnake)
      .sort()
  const own = Object.keys(lineFields)
  return {
    header: texts(headerFields, ['docNo']),
    line: searchedLineFields(definition)
      .filter((name) => own.includes(name))
      .map(toSnake)
      .concat(texts(lineFields, []))
      .filter((name, index, all) => all.indexOf(name) === index)
      .sort(),
  }
}

/** Filters of the document's own pages, and of the pages that create its successors from it. */
function filtersOf(definition: AnyDocument): readonly string[] {
  const own = Object.values(definition.pages).flatMap(({ filters = [] }) => filters)
  const ofSuccessors = Object.values<AnyDocument>(documents)
    .filter((successor) =>
      sourcesOf(successor).some(({ document }) => document === definition.name),
    )
    .flatMap((successor) =>
      Object.values(successor.pages).flatMap((page) =>
        variantOnPage(successor, page).source?.document === definition.name
          ? (page.sourceFilters ?? [])
          : [],
      ),
    )
  return [...new Set([...own, ...ofSuccessors])]
}
