import {
  erpStatesInBooks,
  erpStatesNotInBooks,
  erpStatesToPost,
  type ErpState,
} from './erp-state.ts'

type ReversalAction =
  | 'requestReversal'
  | 'reverse'
  | 'approveReversal'
  | 'refuseReversal'
  | 'reversePhysical'
type NumberOrState = 'docNo' | 'state' | 'erpState'

interface StepPage<State extends string, Action extends string, Column extends string> {
  kind: 'step'
  states: readonly State[]
  erpStates?: readonly ErpState[]
  actions: readonly Action[]
  filters: readonly Column[]
  columns?: readonly Column[]
}

/** The path of a page, or also what differs from the usual page of its kind. */
type Given<State extends string, Action extends string, Column extends string> =
  | string
  | ({
      path: string
      /** Further actions of the page, before the usual ones. */
      also?: readonly Action[]
    } & Partial<Pick<StepPage<State, Action, Column>, 'states' | 'erpStates'>> & {
        filters?: readonly (Column | NumberOrState)[]
        columns?: readonly (Column | NumberOrState)[]
      })

interface Pages<State extends string, Action extends string, Column extends string> {
  /** What they are filtered by, besides number and states; places are left out where there are more than fit. */
  filters: readonly Column[]
  /** What has moved is posted. */
  post?: Given<State, Action, Column>
  /** What is in the ERP's books: its reversal is requested, and carried out in the ERP. */
  reversal?: Given<State, Action, Column>
  /** The reversal is approved or refused. */
  approval?: Given<State, Action, Column>
  /** What is not in the ERP's books, or no longer: the goods are taken back, on request where it was reviewed. */
  physical?: Given<State, Action, Column>
}

/** As many filters are shown at first. */
const filtersMax = 6

function fitting<Column extends string>(filters: readonly Column[]): readonly Column[] {
  let kept = filters
  for (const place of ['plant', 'storageLocation'])
    if (kept.length > filtersMax) kept = kept.filter((name) => name !== place)
  return kept
}

/**
 * Writes the pages on which documents are posted and reversed, for a declaration to spread into `pages`: each with the
 * states, actions and filters of its kind. A page that does more than that is declared in full.
 * @param from the states in which a document is posted, and its reversal requested
 * @param unreviewed the states after the movement and before its review
 * @param posts the action that posts it; none if other documents do
 */
export function postingPages<Moved extends string, Unreviewed extends string, Post extends string>(
  from: readonly Moved[],
  unreviewed: readonly Unreviewed[],
  posts: readonly Post[],
) {
  const underReversal = [...from, 'reversalRequested', 'reversalApproved'] as const
  return <
    const Column extends string,
    const Action extends string = never,
    const State extends string = never,
  >({
    filters,
    post,
    reversal,
    approval,
    physical,
  }: Pages<State, Action, Column>) => {
    type Page = StepPage<
      Moved | Unreviewed | State | 'reversalRequested' | 'reversalApproved',
      ReversalAction | Post | Action,
      Column | NumberOrState
    >
    const pages: Record<string, Page> = {}
    const add = (given: Given<State, Action, Column> | undefined, usual: Omit<Page, 'kind'>) => {
      if (given === undefined) return
      const { path, also = [], ...own } = typeof given === 'string' ? { path: given } : given
      pages[path] = {
        kind: 'step',
        ...usual,
        actions: [...also, ...usual.actions],
        filters: fitting(usual.filters),
        ...own,
      }
    }
    add(post, {
      states: from,
      erpStates: erpStatesToPost,
      actions: posts,
      filters: ['docNo', 'erpState', ...filters],
    })
    add(reversal, {
      states: underReversal,
      erpStates: [...erpStatesInBooks, 'reversing', 'reversed'],
      actions: ['requestReversal', 'reverse'],
      filters: ['docNo', 'state', 'erpState', ...filters],
    })
    add(approval, {
      states: ['reversalRequested'],
      actions: ['approveReversal', 'refuseReversal'],
      filters: ['docNo', ...filters],
    })
    add(physical, {
      states: [...unreviewed, ...underReversal],
      erpStates: erpStatesNotInBooks,
      actions: ['reversePhysical', 'requestReversal'],
      filters: ['docNo', 'state', 'erpState', ...filters],
    })
    return pages
  }
}
