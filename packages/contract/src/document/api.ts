import type { Act } from './declare/define-document.ts'
import type { Label } from './declare/label.ts'
import type { EvidenceInput } from './evidence.ts'
import type { PreviewWarning } from './preview-warning.ts'
import type { StepState } from './step-state.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'

// The API types shared by browser and server, for all documents, masters and queries.

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

/** A condition on a column. `between` takes two values, `in` any number, `empty` none. */
export interface Filter {
  field: string
  operator: FilterOperator
  value?: unknown
}

export interface Sort {
  field: string
  direction: 'asc' | 'desc'
}

/**
 * The ratio by which a second quantity is proposed: `quantity` base units have `secondQuantity` in the second unit, of the
 * stock that a line takes, or as planned.
 */
export interface SecondRatio {
  quantity: Quantity
  secondQuantity: Quantity
  /** Decimals of the second unit. */
  decimals: number
  /** The stock it is the ratio of, in a line whose bin and batch a person may change. */
  of?: { bin: string | null; batch: string | null }
}

/** A line of stock being entered (`stockLines`). */
export interface StockLineRow {
  /** The second unit of its material, and the ratio of its stock; null if it has none. */
  secondUnit: string | null
  secondRatio: SecondRatio | null
  /** What is available of its stock; null outside the person's data scope. */
  available: Quantity | null
  /** Values for fields that are still empty. */
  proposed: Record<string, unknown>
}

export interface ListRequest {
  /** The page from which the list is requested: its condition (`where`) applies, and source lists use its source. */
  page?: string
  filters?: Filter[]
  /** Free text search in number, material and description. */
  search?: string
  sort?: Sort[]
  /** The opaque end position of the previous page of rows. */
  cursor?: string | null
  size?: number
  level?: 'header' | 'line'
  /** The parameters of a declared query. */
  parameters?: Record<string, unknown>
  /** The name of a declared grouping of the query; single rows if absent. */
  grouping?: string
  /** Each document of the list also has `goods`, a summary of its lines (`GoodsSummary`), and `goodsAmount`. */
  withGoods?: boolean
  /** Also return count and totals (requested with the first page of rows). */
  withTotals?: boolean
}

export interface ListResponse<Row = Record<string, unknown>> {
  rows: Row[]
  nextCursor: string | null
  /** Present if requested. Counting stops at a limit and sets `totalIsCapped`; more rows are not added up either. */
  total?: number
  totalIsCapped?: boolean
  totals?: Record<string, string>
}

/** The predecessor line from which a new line is created. */
export interface SourceReference {
  id: string
  lineNo: number
}

export interface LineInput {
  source?: SourceReference
  /** Present if an existing line is changed. */
  lineNo?: number
  [field: string]: unknown
}

export interface CreateRequest {
  /** The page on which it is created: determines variant and source. Default: the person's first such page. */
  page?: string
  companyCode?: string
  header: Record<string, unknown>
  lines: LineInput[]
  /** An action performed right after creation in the same transaction. */
  actionAfterCreate?: string
  /** Signature and pictures of a hand-over that is performed with the creation. */
  evidence?: EvidenceInput[]
  /** If it is refused for something that can be reported to somebody else, report it. */
  reportsRefusal?: boolean
}

export interface UpdateRequest {
  version: number
  header: Record<string, unknown>
  lines: LineInput[]
  reportsRefusal?: boolean
}

export interface ActionRequest {
  version: number
  input?: Record<string, unknown>
  /** What the action asks for of lines (`lineInput`), one entry for each line that is acted upon. */
  lines?: ({ lineNo: number } & Record<string, unknown>)[]
  /** Signature and pictures of a hand-over (`handsOver`). */
  evidence?: EvidenceInput[]
}

/** Maximum number of documents per call; larger selections are sent in several calls. */
export const batchDocumentsMax = 200

/** An action on several documents, each of which succeeds or fails independently. */
export interface BatchActionRequest {
  documents: {
    id: string
    version: number
    idempotencyKey: string
    lines?: ActionRequest['lines']
  }[]
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

/** A stock movement an action would cause, determined by performing it and rolling back. */
/** The units in which people speak of a quantity besides the base unit, by the names of the line's fields. */
export interface PreviewUnits {
  entryUnit: string | null
  unitNumerator: number | null
  unitDenominator: number | null
  secondUnit: string | null
}

export interface PreviewMove extends PreviewUnits {
  lineNo: number
  materialNo: string
  description: string
  quantity: string
  unit: string
  secondQuantity: string | null
  from: PreviewPlace
  to: PreviewPlace
  movementType: string
}

export interface PreviewPlace {
  place: string
  /** The holder of the goods, if the place has one. */
  placeReference?: string
  plant: string
  storageLocation: string
  bin: string
  batch: string
  stockCategory: string
  specialStock: string
}

/** Stock an action would hold for the document, or release. */
export interface PreviewHold extends PreviewUnits {
  lineNo: number
  materialNo: string
  description: string
  quantity: string
  unit: string
  at: PreviewPlace
  isReleased: boolean
}

/** The physical state and the ERP state. */
export interface PreviewState {
  state: string
  erpState: string
}

export interface Preview {
  moves: PreviewMove[]
  holds: PreviewHold[]
  warnings: PreviewWarning[]
  /** The document before and after the action; `before` is null for a new document. */
  before: PreviewState | null
  after: PreviewState
  /** The ERP postings the action would request. */
  postings: { movementTypes: string[]; items: number; direction: 'post' | 'reverse' }[]
  /** The posting steps that the system requests after them, in order; empty for documents without `postingSteps`. */
  laterSteps: { label: Label; movementTypes: string }[]
  postingDate: string | null
}

/** The number of prints, including this one. */
export interface PrintResponse {
  printCount: number
}

/** A posting step of a document that is posted in steps. */
export interface PostingStepRow {
  stepNo: number
  step: string
  state: StepState
  /** The movement types of its movements, such as `313`. */
  movementTypes: string
  materialDocument: string
  materialDocumentYear: string
  /** Why it failed, or why its reversal did; '' otherwise. */
  messageZh: string
  messageEn: string
  /** Why the work that follows it was refused; '' otherwise. */
  workZh: string
  workEn: string
  /** The time of the last change of state. */
  since: string
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
  /** Numbers of the lines outside the person's data scope, which are not in `lines`; the person may not act then. */
  hiddenLines: readonly number[]
  /** For each declared action null if this person may perform it now, otherwise the reason. */
  actions: Record<string, (RefusalDetail & { zh: string; en: string }) | null>
  isEditable: boolean
  /** Its posting steps in order, once posting was requested; absent for documents without `postingSteps`. */
  postingSteps?: PostingStepRow[]
}

/** A node of the document flow; line links are summed per pair of documents. */
export interface FlowNode extends AnyFlowNode {
  id: string
  /** Of a document of another company. */
  companyCode?: string
  /** The serial numbers of its lines within the person's data scope, the first ones of them; absent if it has none. */
  pieces?: { count: number; serialNumbers: string[] }
}

/** A document that this person may not read: only its type, its number and, if it is another one, its company. */
export interface ClosedFlowNode extends AnyFlowNode {
  id: null
  companyCode?: string
}

interface AnyFlowNode {
  /** Unique within one answer; the edges refer to it. */
  key: string
  type: string
  docNo: string
  state: string
  erpState: string
  createdAt: string
  createdByName: string
  materialDocuments: { number: string; year: string; isReversal: boolean }[]
  isSelf: boolean
}

export interface FlowEdge {
  /** `key` of the earlier document. */
  from: string
  /** `key` of the later document. */
  to: string
  /**
   * null between documents of two companies, because no quantity is consumed, and beside a document that this person may
   * not read.
   */
  quantity: string | null
  isLive: boolean
}

export interface FlowResponse {
  nodes: (FlowNode | ClosedFlowNode)[]
  edges: FlowEdge[]
}

/** A move of the ledger with descriptive fields. */
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
  /** null: the system. */
  userName: string | null
}

/** The people permitted to perform a step: the first names and the total number. */
export interface StepPeople {
  people: string[]
  peopleCount: number
}

/** The next step of a document or of its successor. */
export interface NextStepRow extends StepPeople {
  documentType: string
  /** The document to act on; null if one is to be created, or the reader may not read it. */
  documentId: string | null
  documentNo: string
  action: string | null
  label: Label
  page: Label
  path: string
  /** Waiting since this time; '' of a document that the reader may not read. */
  since: string
  /** Whether the current user may perform it now. */
  isMine: boolean
}

export interface LogRow {
  at: string
  userName: string
  /** The account, which unlike the name is never changed; `system` for the system itself. */
  account: string
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  requestId: string
}

/** An ERP posting of this document, or of another document it depends on. */
export interface ErpMessageRow {
  postingId: string
  documentNo: string
  postingKey: string
  direction: 'post' | 'reverse'
  state: string
  materialDocument: string | null
  materialDocumentYear: string | null
  message: string | null
  /** The ERP's user who reversed it there, past this product; '' for our postings. */
  directUser: string
  attempts: number
  updatedAt: string
}

export interface AttachmentRow {
  id: string
  fileName: string
  mediaType: string
  sizeBytes: number
  kind: string
  /** Not shown to external persons, who sign in for a supplier. */
  isInternal: boolean
  lineNo: number | null
  createdAt: string
  createdByName: string
}
