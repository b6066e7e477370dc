import { approvalChain } from './approval-chain.ts'
import {
  defineDocument,
  state,
  type ActionInputOf,
  type ActionLineInputOf,
  type HeaderOf,
  type LineOf,
} from './define-document.ts'
import { inParts } from './in-parts.ts'
import { label } from './label.ts'
import { postingLifecycle } from './posting-lifecycle.ts'
import { cancelAction, cancelledState, submissionLifecycle } from './submission-lifecycle.ts'

// Spreading a submission, an approval chain and a posting lifecycle preserves the literal types: `tsc -b` checks this file.

const words = label('字', 'Word')
const right = {
  name: 'example',
  area: 'stock',
  label: words,
  prefix: 'EX',
  header: {},
  lines: {},
  initial: 'draft',
  editable: ['draft'],
} as const
const draft = state(words, 'draft')
const approval = approvalChain({
  levels: [
    { by: 'ShiftLeader', state: 'submitted', waiting: words },
    { by: 'Engineer', state: 'shiftLeaderReviewed', waiting: words },
    { by: 'Director', state: 'engineerReviewed', waiting: words },
  ],
  approved: 'approved',
  refused: 'returned',
  notBy: ['create'],
})
const posting = postingLifecycle({
  from: ['approved'],
  reversePhysical: { from: ['submitted'] },
})
const submit = { label: words, from: ['draft'], to: 'submitted' } as const
const states = { draft, ...approval.states, ...posting.states }

export const accepted = defineDocument({
  ...right,
  header: { ...approval.header, ...posting.header },
  states,
  actions: { submit, ...approval.actions, ...posting.actions },
  refusals: [...posting.refusals, 'line-repeated'],
  pages: {
    '/Stock/stockSearch': {
      kind: 'step',
      states: ['submitted', 'shiftLeaderReviewed', 'engineerReviewed', 'approved', 'returned'],
      actions: ['reviewEngineer', 'refuseDirector', 'post', 'reverse', 'reversePhysical'],
      filters: ['reversalReason', 'reviewRemark'],
    },
  },
})

const posted = {
  ...right,
  header: posting.header,
  states,
  actions: { submit, ...approval.actions, ...posting.actions },
}
defineDocument({
  ...posted,
  pages: {
    '/x': { kind: 'query', columns: ['docNo', 'reversalReason'] },
    ...posting.pages({
      filters: ['reversalReason', 'plant'],
      post: '/y',
      physical: { path: '/z', also: ['submit'], states: ['draft', 'returned'], columns: ['docNo'] },
    }),
  },
})

defineDocument({
  ...posted,
  // @ts-expect-error the pages of posting are filtered by columns of the document
  pages: { ...posting.pages({ filters: ['supplierNo'], post: '/y' }) },
})

defineDocument({
  ...posted,
  // @ts-expect-error their further actions are declared
  pages: { ...posting.pages({ filters: [], physical: { path: '/z', also: ['correctBin'] } }) },
})

defineDocument({
  ...posted,
  // @ts-expect-error their states are declared
  pages: { ...posting.pages({ filters: [], post: { path: '/y', states: ['frozen'] } }) },
})

defineDocument({
  ...posted,
  actions: { submit, ...approval.actions },
  // @ts-expect-error a document that is not posted has no page for it
  pages: { ...posting.pages({ filters: [], post: '/y' }) },
})

defineDocument({
  ...right,
  states,
  actions: { ...approval.actions },
  // @ts-expect-error a level that is not in the chain reviews nothing
  pages: { '/x': { kind: 'step', actions: ['reviewManager'] } },
})

defineDocument({
  ...right,
  states: { draft, ...posting.states },
  // @ts-expect-error the states that the chain waits in must be declared
  actions: { ...approval.actions },
  pages: {},
})

defineDocument({
  ...right,
  states: { draft, ...approval.states },
  // @ts-expect-error the goods come back into a state that must be declared
  actions: { ...posting.actions },
  pages: {},
})

type Header = HeaderOf<typeof accepted>
export const remark = (row: Header): string | null => row.reviewRemark
// @ts-expect-error a state is one of the chain's
export const isReviewed = (row: Header): boolean => row.state === 'reviewed'

type Input<N extends 'refuseEngineer' | 'reverse' | 'reversePhysical'> = ActionInputOf<
  typeof accepted,
  N
>
export const asked = (given: Input<'refuseEngineer'>): string => given.reason
export const askedBack = (given: Input<'reversePhysical'>): string => given.reason
// @ts-expect-error the reason was given with the request
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- that it is empty is what is shown
export const notAsked = (given: Input<'reverse'>): unknown => given.reason

// Levels with a limit: their route is a header field, and the review before them leads to no fixed state.
const limited = approvalChain({
  levels: [
    { by: '', state: 'submitted', waiting: words },
    {
      by: 'Director',
      state: 'toDirector',
      waiting: words,
      above: { field: 'amount', parameter: 'x', label: words },
    },
  ],
  approved: 'approved',
  refused: 'returned',
  notBy: ['create'],
})
export const undecided: null = limited.actions.review.to
export const last: 'approved' = limited.actions.reviewDirector.to
export const reason: 'aboveLimit' extends keyof typeof limited.header.needsDirector.choices
  ? true
  : never = true
// @ts-expect-error a level without a limit has no route
export const unlimited = limited.header.needs
// @ts-expect-error nor has a chain without limits
export const none = approval.header.needsDirector

const submission = submissionLifecycle({
  accept: { action: 'confirm', state: 'confirmed', isPreviewed: false },
  refuse: { keptAs: 'returnReason' },
})
/** What is submitted, decided and cancelled has the names, states and kept fields it is declared with. */
const submittedTo = defineDocument({
  ...right,
  ...submission.entry,
  states: { ...submission.states, ...cancelledState },
  actions: { ...submission.actions, cancel: cancelAction({ from: ['draft', 'confirmed'] }) },
  pages: {
    '/x': {
      kind: 'step',
      states: ['submitted', 'returned', 'confirmed', 'cancelled'],
      actions: ['submit', 'confirm', 'refuse', 'cancel'],
      filters: ['returnReason', 'cancelReason'],
    },
  },
})
// @ts-expect-error a state is one of those declared
export const isApproved = (row: HeaderOf<typeof submittedTo>): boolean => row.state === 'approved'
export const toState: 'confirmed' = submission.actions.confirm.to
// @ts-expect-error without `withdraw` the submitter may not take it back
export const untaken = submission.actions.withdraw
export const taken: 'draft' = submissionLifecycle({ withdraw: true }).actions.withdraw.to
/** By default the acceptance is previewed, so it needs an effect; one that is not may have none. */
export const needsEffect: true = submissionLifecycle().actions.approve.isPreviewed
// @ts-expect-error it is declared as not previewed
export const needsNone: true = submission.actions.confirm.isPreviewed

defineDocument({
  ...right,
  ...submission.entry,
  states: submission.states,
  // @ts-expect-error the state of the cancellation must be declared
  actions: { ...submission.actions, cancel: cancelAction({ from: ['draft'] }) },
  pages: {},
})

defineDocument({
  ...right,
  ...submission.entry,
  states: { ...submission.states, ...cancelledState },
  // @ts-expect-error a state that is not declared cannot be cancelled
  actions: { ...submission.actions, cancel: cancelAction({ from: ['approved'] }) },
  pages: {},
})

const back = inParts({
  open: ['awayQuantity', words],
  done: ['returnedQuantity', words],
  given: ['quantityBack', words],
  states: { none: 'draft', part: 'partlyReceived', all: 'received' },
})
const inPart = state(words, 'partial')
/** Quantities done in parts have the names and states they are declared with. */
const awaited = defineDocument({
  ...right,
  states: { draft, partlyReceived: inPart, received: inPart },
  lines: { ...back.lines },
  actions: {
    receive: { label: words, ...back.enter },
    takeBackReceipt: { label: words, ...back.takeBack },
  },
  pages: { '/x': { kind: 'query', level: 'line', columns: ['awayQuantity', 'returnedQuantity'] } },
})
export const away: string | null = ({} as LineOf<typeof awaited>).awayQuantity
export const quantityBack: string = ({} as ActionLineInputOf<typeof awaited, 'receive'>)
  .quantityBack

defineDocument({
  ...right,
  states: { draft, received: inPart },
  lines: { ...back.lines },
  // @ts-expect-error the state of a part that came back must be declared
  actions: { receive: { label: words, ...back.enter } },
  pages: {},
})

defineDocument({
  ...right,
  states: { draft, partlyReceived: inPart, received: inPart },
  // @ts-expect-error the quantities must be fields of the lines
  actions: { receive: { label: words, ...back.enter } },
  pages: {},
})
