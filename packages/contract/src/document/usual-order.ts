import type { Sort } from './api.ts'
import type { ActionDeclaration } from './declare/action-declaration.ts'
import type { AnyDocument } from './declare/define-document.ts'
import type { AnyPage } from './page-variants.ts'

// The order in which lists of documents open, derived from `due` of the declaration: the one place where it is decided. The
// indexes that serve it are checked by server/src/document/list/due-order.test.ts.

const newestFirst: readonly Sort[] = [{ field: 'createdAt', direction: 'desc' }]

/** The earliest due first, of one day what waits longest; documents without a due date follow. */
const dueFirst = (field: string): readonly Sort[] => [
  { field, direction: 'asc' },
  { field: 'createdAt', direction: 'asc' },
]

/** The order in which the list of a page opens: a worklist by what is due first, any other list by what is newest. */
export function usualOrder(definition: AnyDocument, page: AnyPage | undefined): readonly Sort[] {
  const { due } = definition
  return due !== undefined && page !== undefined && isWorkedByDue(definition, page)
    ? dueFirst(due.by)
    : newestFirst
}

/** The order asked for; the usual one as a whole if only its first column is named, as the header of a table does. */
export function completedOrder(
  asked: readonly Sort[] | undefined,
  usual: readonly Sort[],
): readonly Sort[] | undefined {
  const [first] = usual
  const [named, ...further] = asked ?? []
  const isUsual = named?.field === first?.field && named?.direction === first?.direction
  return isUsual && further.length === 0 ? usual : asked
}

/** The order in which lines of a predecessor in these states are offered. */
export function usualOrderOfSource(
  { due }: Pick<AnyDocument, 'due'>,
  states: readonly string[],
): readonly Sort[] {
  return due !== undefined && states.some((state) => due.states.includes(state))
    ? dueFirst(due.by)
    : newestFirst
}

/** The states in which lists of the document are read in the order of its due date: those of its index. */
export function statesByDue(
  definition: AnyDocument,
  sources: readonly { document: string; states: readonly string[] }[],
): ReadonlySet<string> {
  const { due } = definition
  if (due === undefined) return new Set()
  const pages = Object.values(definition.pages).filter((page) => isWorkedByDue(definition, page))
  const taken = sources.filter(
    ({ document, states }) =>
      document === definition.name && states.some((state) => due.states.includes(state)),
  )
  return new Set([...pages, ...taken].flatMap(({ states = [] }) => states))
}

/**
 * Whether the work of a page is due on the declared date: documents that wait for it are what its actions are for. What
 * is aside of the work counts only where the page is for nothing else, such as the page where what is overdue is written off.
 */
function isWorkedByDue({ due, actions }: AnyDocument, page: AnyPage): boolean {
  const { kind, states = [] } = page
  if (due === undefined || kind === 'query' || kind === 'create') return false
  const own = (page.actions ?? []).map((name) => actions[name]!)
  const forward = own.filter((action) => !isAside(action))
  const dated = [...due.states, ...(due.before ?? [])].filter((state) => states.includes(state))
  return (forward.length > 0 ? forward : own).some(({ from }) =>
    dated.some((state) => from.includes(state)),
  )
}

/** Undoing, giving up, and what is nobody's task. */
const isAside = ({ isDangerous, isUndo, isOptional }: ActionDeclaration<string>): boolean =>
  isDangerous === true || isUndo === true || isOptional === true
