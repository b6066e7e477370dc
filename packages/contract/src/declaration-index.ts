import { personalDataCode } from './identity/function-codes.ts'
import type { Area } from './document/declare/area.ts'
import type { AnyDocument } from './document/declare/define-document.ts'
import type { AnyMaster } from './document/declare/define-master.ts'
import type { Label } from './document/declare/label.ts'
import { sourcesOf } from './document/page-variants.ts'
import { isHistoryItem } from './history-items.ts'
import { queries } from './queries.ts'
import { registry } from './registry.ts'
import type { RegistryPage } from './registry.ts'

/** The data of a document type available before its area's declarations are loaded. */
export interface IndexedDocument {
  name: string
  area: Area
  label: Label
  isMirror?: true
  /** Its lines are items, of which documents record what became of them. */
  hasHistory?: true
  /** Its predecessors; `refersOnly` if it does not consume their open quantity. */
  sources: readonly { document: string; refersOnly?: true }[]
  /** The query whose rows it proposes as lines. */
  query?: string
}

/** The data of a master available before then, used to search it and to show the text of a code. */
export interface IndexedMaster extends Pick<
  AnyMaster,
  'name' | 'area' | 'label' | 'key' | 'display'
> {
  fieldNames: readonly string[]
}

/** A page, with the predecessor whose lines its documents are created from, if any. */
export interface IndexedPage extends RegistryPage {
  source?: string
  /** Offered on the home page. */
  isAtHand?: true
}

/**
 * The data of all declarations needed by menu, tabs, search, home and references. It is generated when the page is
 * built (web/declaration-index.ts): the first page contains it instead of the declarations.
 */
export interface DeclarationIndex {
  pages: readonly IndexedPage[]
  documents: readonly IndexedDocument[]
  masters: readonly IndexedMaster[]
  queries: readonly { name: string; area: Area }[]
}

/** A function code required by actions. */
export interface FunctionCode {
  code: string
  /** The permitted documents and actions. */
  label: Label
}

/** Builds the index of all declarations. */
export function declarationIndex(): DeclarationIndex {
  return {
    pages: registry.pages.map(indexedPage),
    documents: Object.values<AnyDocument>(registry.documents).map(indexedDocument),
    masters: Object.values<AnyMaster>(registry.masters).map(
      ({ name, area, label, key, display, fields }) => ({
        name,
        area,
        label,
        key,
        display,
        fieldNames: Object.keys(fields),
      }),
    ),
    queries: Object.values(queries).map(({ name, area }) => ({ name, area })),
  }
}

function indexedDocument(definition: AnyDocument): IndexedDocument {
  const { name, area, label, isMirror, stockLines } = definition
  return {
    name,
    area,
    label,
    ...(isMirror === true && { isMirror }),
    ...(isHistoryItem(name) && { hasHistory: true as const }),
    ...(stockLines !== undefined && { query: stockLines.query }),
    sources: sourcesOf(definition).map(({ document, consumesOpenQuantity }) => ({
      document,
      ...(consumesOpenQuantity === false && { refersOnly: true as const }),
    })),
  }
}

function indexedPage(page: RegistryPage): IndexedPage {
  if (page.subject !== 'document' || page.kind !== 'create') return page
  const definition = Object.values<AnyDocument>(registry.documents).find(
    ({ name }) => name === page.names[0],
  )
  const declared = definition?.pages[page.path]
  const chosen = declared?.source
  const source = chosen == null ? definition?.source : definition?.sources?.[chosen]
  return {
    ...page,
    ...(source !== undefined && chosen !== null && { source: source.document }),
    ...(declared?.isAtHand === true && { isAtHand: true as const }),
  }
}

/** All function codes, with what they permit: those required by actions, and further ones. */
export function functionCodes(
  definitions: readonly AnyDocument[] = Object.values<AnyDocument>(registry.documents),
): FunctionCode[] {
  const found = new Map<string, FunctionCode>()
  for (const definition of definitions) {
    for (const action of Object.values(definition.actions)) {
      if (action.functionCode === undefined) continue
      const known = found.get(action.functionCode)
      found.set(action.functionCode, {
        code: action.functionCode,
        label:
          known === undefined
            ? {
                zh: `${definition.label.zh}：${action.label.zh}`,
                en: `${definition.label.en}: ${action.label.en}`,
              }
            : {
                zh: `${known.label.zh}、${action.label.zh}`,
                en: `${known.label.en}, ${action.label.en}`,
              },
      })
    }
  }
  return [...found.values(), personalDataCode]
}
