import {
  defineDocument,
  state,
  type ActionInputOf,
  type HeaderOf,
  type LineOf,
} from './define-document.ts'
import { choice, flag, kept, quantity, reference, text, type InputOf } from './field.ts'
import { label } from './label.ts'
import { keptReason } from './reason.ts'

// Errors the compiler must report for a declaration. `tsc -b` checks this file: a missing expected error is itself an
// error. Nothing here runs.

const words = label('字', 'Word')

/** A valid declaration; each case below changes one property. */
const right = {
  name: 'example',
  area: 'stock',
  label: words,
  prefix: 'EX',
  header: { reason: text(words, { required: true }), note: text(words) },
  lines: {
    bin: reference(words, 'bin', { required: true }),
    grade: choice(words, { a: words, b: words }),
  },
  states: { draft: state(words, 'draft'), done: state(words, 'done') },
} as const

export const accepted = defineDocument({
  ...right,
  initial: 'draft',
  editable: ['draft'],
  actions: {
    finish: {
      label: words,
      from: ['draft'],
      to: 'done',
      input: { reason: text(words, { required: true }), isFinal: flag(words) },
    },
    weigh: {
      label: words,
      from: ['done'],
      to: null,
      lineInput: { weight: quantity(words, { required: true }) },
    },
  },
  refusals: ['stock-short'],
  pages: {
    '/Stock/stockSearch': {
      kind: 'query',
      actions: ['finish'],
      states: ['draft'],
      filters: ['docNo', 'reason', 'bin'],
    },
  },
})

defineDocument({
  ...right,
  // @ts-expect-error a document begins in a state it has
  initial: 'drafted',
  editable: ['draft'],
  actions: {},
  pages: {},
})

defineDocument({
  ...right,
  initial: 'draft',
  // @ts-expect-error it is edited in a state it has
  editable: ['open'],
  actions: {},
  pages: {},
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  actions: { finish: { label: words, from: ['draft'], to: 'done' } },
  // @ts-expect-error it is due on the day of a date field
  due: { by: 'reason', states: ['draft'], escalatesTo: 'finish' },
  pages: {},
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  // @ts-expect-error an action starts from a state it has
  actions: { finish: { label: words, from: ['drafted'], to: 'done' } },
  pages: {},
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  // @ts-expect-error an action ends in a state it has
  actions: { finish: { label: words, from: ['draft'], to: 'finished' } },
  pages: {},
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  // @ts-expect-error the ERP states are a closed set
  actions: { finish: { label: words, from: ['draft'], to: 'done', erpFrom: ['booked'] } },
  pages: {},
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  actions: { finish: { label: words, from: ['draft'], to: 'done' } },
  // @ts-expect-error a page offers actions it has
  pages: { '/x': { kind: 'step', actions: ['complete'] } },
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  actions: {},
  // @ts-expect-error a page shows states it has
  pages: { '/x': { kind: 'step', states: ['open'] } },
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  actions: {},
  // @ts-expect-error a column is a field of it
  pages: { '/x': { kind: 'query', columns: ['docNo', 'bean'] } },
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  actions: {},
  // @ts-expect-error a filter is a field of it
  pages: { '/x': { kind: 'query', filters: ['supplier'] } },
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  actions: {},
  // @ts-expect-error a field taken over from the predecessor is a field of it
  source: { document: 'arrival', states: ['arrived'], lines: ['batchNo'] },
  pages: {},
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  actions: {},
  // @ts-expect-error the state that follows from what was taken up is one it has
  progressStates: { none: 'draft', partial: 'partly', all: 'done' },
  pages: {},
})

defineDocument({
  ...right,
  initial: 'draft',
  editable: [],
  actions: {},
  // @ts-expect-error a refusal is one of the catalogue
  refusals: ['out-of-luck'],
  pages: {},
})

defineDocument({
  ...right,
  // @ts-expect-error an area is one of the list
  area: 'kitchen',
  initial: 'draft',
  editable: [],
  actions: {},
  pages: {},
})

// @ts-expect-error a key the declaration does not know is no declaration
defineDocument({ ...right, initial: 'draft', editable: [], actions: {}, pages: {}, enabled: true })

// @ts-expect-error a reference points to a master there is
reference(words, 'warehouse')

// @ts-expect-error a tone is one of the closed set
state(words, 'purple')

type Header = HeaderOf<typeof accepted>
type Line = LineOf<typeof accepted>

export const header = (row: Header): string => row.reason
// @ts-expect-error what is not required may be empty
export const note = (row: Header): string => row.note
// @ts-expect-error a state is one of its own
export const isOpen = (row: Header): boolean => row.state === 'open'
// @ts-expect-error a choice is one of its own
export const isBest = (row: Line): boolean => row.grade === 'c'
// @ts-expect-error a quantity is exact text, no number
export const doubled = (row: Line): number => row.quantity * 2

type FinishInput = InputOf<{
  reason: ReturnType<typeof requiredText>
  note: ReturnType<typeof optionalText>
}>
declare const requiredText: () => typeof right.header.reason
declare const optionalText: () => typeof right.header.note
export const complete: FinishInput = { reason: '完' as never }
// @ts-expect-error what is required must be given
export const incomplete: FinishInput = { note: null }
export const input = (given: ActionInputOf<typeof accepted, 'finish'>): boolean | null =>
  given.isFinal
// @ts-expect-error an action is given what it asks for, nothing else
export const strange = (given: ActionInputOf<typeof accepted, 'finish'>): unknown => given.weight

export const paper = defineDocument({
  ...right,
  goods: false,
  initial: 'draft',
  editable: ['draft'],
  actions: {},
  pages: { '/x': { kind: 'query', columns: ['docNo', 'lineNo', 'grade', 'lineRemark'] } },
})

defineDocument({
  ...right,
  goods: false,
  initial: 'draft',
  editable: ['draft'],
  actions: {},
  // @ts-expect-error a document without goods has no quantity to show
  pages: { '/x': { kind: 'query', columns: ['quantity'] } },
})

defineDocument({
  ...right,
  goods: false,
  initial: 'draft',
  editable: ['draft'],
  actions: {},
  // @ts-expect-error a document without goods takes nothing up of a predecessor
  source: { document: 'arrival', states: ['arrived'] },
  pages: {},
})

defineDocument({
  ...right,
  goods: false,
  // @ts-expect-error what a document is about is a field of its lines
  about: ['weight'],
  initial: 'draft',
  editable: ['draft'],
  actions: {},
  pages: {},
})

export const gradeOf = (row: LineOf<typeof paper>): string | null => row.grade
// @ts-expect-error a line without goods has no material
export const materialOf = (row: LineOf<typeof paper>): unknown => row.materialNo

/** A header field is declared by the input that it keeps. */
const keeping = defineDocument({
  ...right,
  initial: 'draft',
  editable: ['draft'],
  actions: {
    finish: {
      label: words,
      from: ['draft'],
      to: 'done',
      input: keptReason('finishReason', words, []),
    },
    note: { label: words, from: ['done'], to: null, input: { note: kept('note', text(words)) } },
  },
  pages: { '/x': { kind: 'query', filters: ['finishReason', 'note'] } },
})
const keepingHeader = {} as HeaderOf<typeof keeping>
export const keptText: string | null = keepingHeader.finishReason
export const given: string = ({} as ActionInputOf<typeof keeping, 'finish'>).reason
// @ts-expect-error it may be empty: the action may never be performed
export const neverEmpty: string = keepingHeader.finishReason
// @ts-expect-error no other field is declared by it
export const unknown = keepingHeader.closingReason
