import type { Act } from './declare/define-document.ts'
import type { Label } from './declare/label.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'

// The shapes that travel between browser and server, for every document, master and query alike.

export type FilterOperator =
  | 'eq'
  | 'in'
  | 'contains'
  | 'startsWith'
  | 'gte'
  | 'lte'
  | 'between'
  | 'empty'
  | 'notEmpty'

/** One condition on one column. `between` takes two values, `in` any number, `empty` none. */
export interface Filter {
  field: string
  operator: FilterOperator
  value?: unknown
}

export interface Sort {
  field: string
  direction: 'asc' | 'desc'
}

export interface ListRequest {
  /** The page it is asked on: what the page is about (`where`) holds, and a worklist of sources is that page's. */
  page?: string
  filters?: Filter[]
  /** Free text over number, material and description. */
  search?: string
  sort?: Sort[]
  /** Where the previous block ended; opaque. */
  cursor?: string | null
  size?: number
  level?: 'header' | 'line'
  /** Of a declared query: what its rows depend on. */
  parameters?: Record<string, unknown>
  /** Of a declared query: the name of a declared summary; single rows where absent. */
  grouping?: string
  /** Ask for count and totals too (the first block does). */
  withTotals?: boolean
}

export interface ListResponse<Row = Record<string, unknown>> {
  rows: Row[]
  nextCursor: string | null
  /** Present when asked for. Counting stops at a limit; then `totalIsCapped`. */
  total?: number
  totalIsCapped?: boolean
  totals?: Record<string, string>
}

/** Where a new line comes from: a line of the predecessor. */
export interface SourceReference {
  id: string
  lineNo: number
}

export interface LineInput {
  source?: SourceReference
  /** Present when an existing line is changed. */
  lineNo?: number
  [field: string]: unknown
}

export interface CreateRequest {
  /** The page it is made on: it gives the values that the page is about, and the source; the person's first when left out. */
  page?: string
  companyCode?: string
  header: Record<string, unknown>
  lines: LineInput[]
  /** An action done in the same transaction right after. */
  actionAfterCreate?: string
}

export interface UpdateRequest {
  version: number
  header: Record<string, unknown>
  lines: LineInput[]
}

export interface ActionRequest {
  version: number
  input?: Record<string, unknown>
  lines?: ({ lineNo: number } & Record<string, unknown>)[]
}

/** So many documents one call takes at most; more are sent one call after the other. */
export const batchDocumentsMax = 200

/** Several documents at once: each succeeds or fails on its own. */
export interface BatchActionRequest {
  documents: { id: string; version: number; idempotencyKey: string }[]
  input?: Record<string, unknown>
}

export interface BatchActionResult {
  id: string
  docNo: string
  isDone: boolean
  refusal?: RefusalDetail & { zh: string; en: string }
}

export interface ActionResult {
  id: string
  docNo: string
  state: string
  erpState: string
  version: number
}

/** What an action would do to the stock, from the very code that does it, rolled back. */
export interface PreviewMove {
  lineNo: number
  materialNo: string
  description: string
  quantity: string
  unit: string
  from: PreviewPlace
  to: PreviewPlace
  movementType: string
}

export interface PreviewPlace {
  place: string
  /** With whom the goods are, where the place says so. */
  placeReference?: string
  plant: string
  storageLocation: string
  bin: string
  batch: string
  stockCategory: string
  specialStock: string
}

/** Pieces an action would set aside for the document, or let go. */
export interface PreviewHold {
  lineNo: number
  materialNo: string
  description: string
  quantity: string
  unit: string
  at: PreviewPlace
  isReleased: boolean
}

/** The physical state and the one towards the ERP's books. */
export interface PreviewState {
  state: string
  erpState: string
}

export interface Preview {
  moves: PreviewMove[]
  holds: PreviewHold[]
  /** The document before and after the action; `before` is null where it would be new. */
  before: PreviewState | null
  after: PreviewState
  /** Material documents the ERP would be told of. */
  postings: { movementTypes: string[]; items: number; direction: 'post' | 'reverse' }[]
  postingDate: string | null
}

/** How often the document was printed, this time included. */
export interface PrintResponse {
  printCount: number
}

export interface DocumentResponse {
  header: Record<string, unknown> & {
    id: string
    docNo: string
    state: string
    erpState: string
    version: number
    acts: Record<string, Act>
  }
  lines: Record<string, unknown>[]
  /** Each declared action: null when this person may do it now, else the reason. */
  actions: Record<string, (RefusalDetail & { zh: string; en: string }) | null>
  isEditable: boolean
}

/** A node of the document flow; edges by line are summed per pair of documents. */
export interface FlowNode {
  type: string
  id: string
  docNo: string
  state: string
  erpState: string
  createdAt: string
  createdByName: string
  materialDocuments: { number: string; year: string; isReversal: boolean }[]
  isSelf: boolean
}

export interface FlowEdge {
  fromId: string
  toId: string
  quantity: string
  isLive: boolean
}

export interface FlowResponse {
  nodes: FlowNode[]
  edges: FlowEdge[]
}

/** A move of the ledger with what explains it. */
export interface MoveRow {
  id: string
  movedAt: string
  documentType: string
  documentId: string
  documentNo: string
  lineNo: number
  materialNo: string
  quantity: string
  movementType: string
  from: PreviewPlace
  to: PreviewPlace
  reverses: string | null
  materialDocument: string | null
  materialDocumentYear: string | null
  userName: string
}

/** Who may do a step: the first of them by name, and how many there are. */
export interface StepPeople {
  people: string[]
  peopleCount: number
}

/** A step that comes next for a document or one made from it. */
export interface NextStepRow extends StepPeople {
  documentType: string
  /** The document acted on; null where one is to be made. */
  documentId: string | null
  documentNo: string
  action: string | null
  label: Label
  page: Label
  path: string
  /** Since when it waits. */
  since: string
  /** The person who asks may do it now. */
  isMine: boolean
}

/** One step of undoing a document together with what came of it. */
export interface UndoRow extends StepPeople {
  documentType: string
  documentId: string
  documentNo: string
  state: string
  erpState: string
  /** null: the draft is deleted. */
  action: string | null
  label: Label
  path: string
  /** The ERP answers before the next step is possible. */
  waitsForErp: boolean
  isMine: boolean
}

/** What undoes a document, in order, and what stands in the way. */
export interface UndoPlan {
  steps: UndoRow[]
  blockers: (RefusalDetail & { zh: string; en: string })[]
  /** Numbers of documents whose answer from the ERP is still open. */
  waiting: string[]
}

/** What pressing the button did: the steps done at once, and who was asked for the next. */
export interface UndoResult {
  done: Pick<UndoRow, 'documentNo' | 'label'>[]
  asked: UndoRow | null
  plan: UndoPlan
}

export interface LogRow {
  at: string
  userName: string
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  requestId: string
}

/** One message to the ERP of this document, or of another whose message has to be booked first. */
export interface ErpMessageRow {
  postingId: string
  documentNo: string
  postingKey: string
  direction: 'post' | 'reverse'
  state: string
  materialDocument: string | null
  materialDocumentYear: string | null
  message: string | null
  attempts: number
  updatedAt: string
}

export interface AttachmentRow {
  id: string
  fileName: string
  mediaType: string
  sizeBytes: number
  kind: string
  lineNo: number | null
  createdAt: string
  createdByName: string
}
