import type {
  ActionRequest,
  ActionResult,
  AttachmentRow,
  BatchActionRequest,
  BatchActionResult,
  CreateRequest,
  DocumentResponse,
  ErpMessageRow,
  FlowResponse,
  LineInput,
  ListRequest,
  ListResponse,
  LogRow,
  MoveRow,
  NextStepRow,
  Preview,
  PrintResponse,
  SecondRatio,
  StockLineRow,
  UpdateRequest,
} from '@kufang/contract/document/api.ts'
import type { ItemHistoryResponse } from '@kufang/contract/document/item-history.ts'
import type { UndoPlan, UndoResult } from '@kufang/contract/document/undo-plan.ts'
import { api } from '../api/client.ts'
import { downloadFile } from '../api/files.ts'
import type { Row } from '../fields/field-column.ts'

const base = (name: string): string => `/api/documents/${name}`
const of = (name: string, id: string): string => `${base(name)}/${encodeURIComponent(id)}`

/** Attachments have routes of their own; the query names their document. */
const files = (rest = ''): string => `/api/attachments${rest}`

/** A line of the predecessor to be used, completely or in part. */
export interface TakenSource {
  id: string
  lineNo: number
  quantity?: string
}

export interface Prefill {
  header: Row
  lines: LineInput[]
  secondRatios?: (SecondRatio | null)[]
  /** What the server will write with each line, shown while it is entered. */
  shown?: Row[]
  /** Lines left out because documents of the type stand about them already. */
  taken: { id: string; lineNo: number; source: string; docNos: string[] }[]
}

/** The request that creates a document on a page, with an optional action in the same transaction. */
export function creation(
  entered: Pick<CreateRequest, 'companyCode' | 'header' | 'lines'>,
  page: string,
  action: string | undefined,
): CreateRequest {
  if (action === undefined) return { page, ...entered }
  return { page, ...entered, actionAfterCreate: action }
}

/** The document of an attachment. */
export interface AttachmentSubject {
  companyCode: string
  documentType: string
  documentId: string
}

/** The API calls of documents, the same for all types (contract `document/api.ts`). Each throws `ApiError`. */
export const documentApi = {
  list: (name: string, request: ListRequest, signal?: AbortSignal) =>
    api.post<ListResponse>(`${base(name)}/list`, request, { signal }),
  /** Numbers of documents of one type that belong to the same chain as the given number. */
  chain: (documentType: string, text: string) =>
    api.post<string[]>('/api/finding/chain', { documentType, text }),
  sources: (name: string, request: ListRequest, signal?: AbortSignal) =>
    api.post<ListResponse>(`${base(name)}/sources/list`, request, { signal }),
  /** The values a page proposes for the selected lines. */
  prefill: (name: string, page: string, sources: readonly TakenSource[], signal?: AbortSignal) =>
    api.post<Prefill>(`${base(name)}/prefill`, { page, sources }, { signal }),
  /** What is available of the stock of lines being entered, and proposals for their empty fields. */
  stockLines: (
    name: string,
    request: Pick<CreateRequest, 'companyCode' | 'header'> & { lines: readonly Row[] },
  ) => api.post<StockLineRow[]>(`${base(name)}/stock-lines`, request),
  read: (name: string, id: string, signal?: AbortSignal) =>
    api.get<DocumentResponse>(of(name, id), { signal }),
  flow: (name: string, id: string, signal?: AbortSignal) =>
    api.get<FlowResponse>(`${of(name, id)}/flow`, { signal }),
  history: (name: string, id: string, lineNo: number, signal?: AbortSignal) =>
    api.get<ItemHistoryResponse>(`${of(name, id)}/history`, { query: { lineNo }, signal }),
  moves: (name: string, id: string, signal?: AbortSignal) =>
    api.get<MoveRow[]>(`${of(name, id)}/moves`, { signal }),
  log: (name: string, id: string, signal?: AbortSignal) =>
    api.get<LogRow[]>(`${of(name, id)}/log`, { signal }),
  erp: (name: string, id: string, signal?: AbortSignal) =>
    api.get<ErpMessageRow[]>(`${of(name, id)}/erp`, { signal }),
  next: (name: string, id: string, signal?: AbortSignal) =>
    api.get<NextStepRow[]>(`${of(name, id)}/next`, { signal }),
  undoPlan: (name: string, id: string, signal?: AbortSignal) =>
    api.get<UndoPlan>(`${of(name, id)}/undo`, { signal }),
  undo: (name: string, id: string, reason: string, idempotencyKey: string) =>
    api.post<UndoResult>(`${of(name, id)}/undo`, { reason }, { idempotencyKey }),
  create: (name: string, request: CreateRequest, idempotencyKey: string) =>
    api.post<ActionResult>(base(name), request, { idempotencyKey }),
  update: (name: string, id: string, request: UpdateRequest, idempotencyKey: string) =>
    api.put<ActionResult>(of(name, id), request, { idempotencyKey }),
  remove: (name: string, id: string, version: number, idempotencyKey: string) =>
    api.remove<null>(of(name, id), { query: { version }, idempotencyKey }),
  act: (name: string, id: string, action: string, request: ActionRequest, idempotencyKey: string) =>
    api.post<ActionResult>(`${of(name, id)}/actions/${action}`, request, { idempotencyKey }),
  actBatch: (name: string, action: string, request: BatchActionRequest, idempotencyKey: string) =>
    api.post<BatchActionResult[]>(`${base(name)}/actions/${action}`, request, { idempotencyKey }),
  /** Counts one print. */
  print: (name: string, id: string, idempotencyKey: string) =>
    api.post<PrintResponse>(`${of(name, id)}/print`, undefined, { idempotencyKey }),
  preview: (
    name: string,
    id: string,
    action: string,
    request: ActionRequest,
    signal?: AbortSignal,
  ) => api.post<Preview>(`${of(name, id)}/actions/${action}/preview`, request, { signal }),
  previewCreate: (name: string, request: CreateRequest, signal?: AbortSignal) =>
    api.post<Preview>(`${base(name)}/preview`, request, { signal }),
  attachments: (subject: AttachmentSubject, signal?: AbortSignal) =>
    api.get<AttachmentRow[]>(files(), { query: { ...subject }, signal }),
  /** Attaches an uploaded file; `uploadInParts` returns its id. */
  attach: (
    subject: AttachmentSubject,
    uploadId: string,
    visibility: 'internal' | 'everybody',
    idempotencyKey: string,
  ) =>
    api.post<AttachmentRow>(
      files('/from-upload'),
      { ...subject, uploadId, visibility },
      { idempotencyKey },
    ),
  detach: (attachmentId: string, idempotencyKey: string) =>
    api.post<null>(files(`/${attachmentId}/remove`), {}, { idempotencyKey }),
  download: (attachment: AttachmentRow) =>
    downloadFile(files(`/${attachment.id}/content`), { fallbackName: attachment.fileName }),
}
