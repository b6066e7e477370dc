import type {
  ErpMessageRow,
  FlowResponse,
  LogRow,
  MoveRow,
  NextStepRow,
  PostingStepRow,
  Preview,
  PrintResponse,
  StockLineRow,
} from '@kufang/contract/document/api.ts'
import type { ItemHistoryResponse } from '@kufang/contract/document/item-history.ts'
import {
  historyBooks,
  itemEvents,
  type HistoryBook,
  type ItemEvent,
} from '@kufang/contract/document/declare/history.ts'
import { stepStates, type StepState } from '@kufang/contract/document/step-state.ts'
import type { UndoPlan, UndoResult } from '@kufang/contract/document/undo-plan.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { z } from 'zod'
import {
  anything,
  id,
  instant,
  integer,
  label,
  refusal,
  ruleChange,
  text,
  textOrNull,
} from '../../platform/openapi/answer-parts.ts'
import { jsonSchemaOf } from '../../platform/openapi/json-schema.ts'
import type { Schema } from '../../platform/openapi/open-api.ts'

// What the calls of every document type answer, besides rows and documents. The compiler compares each with the type of
// the contract.

const quantity = text as unknown as z.ZodType<Quantity>
const place = z.object({
  place: text,
  placeReference: text.optional(),
  plant: text,
  storageLocation: text,
  bin: text,
  batch: text,
  stockCategory: text,
  specialStock: text,
})
const previewLine = z.object({
  lineNo: integer,
  materialNo: text,
  description: text,
  quantity: text,
  unit: text,
  entryUnit: textOrNull,
  unitNumerator: z.number().nullable(),
  unitDenominator: z.number().nullable(),
  secondUnit: textOrNull,
})
const states = z.object({ state: text, erpState: text })
const preview: z.ZodType<Preview> = z.object({
  moves: z.array(
    previewLine.extend({
      secondQuantity: textOrNull,
      from: place,
      to: place,
      movementType: text,
    }),
  ),
  holds: z.array(previewLine.extend({ at: place, isReleased: z.boolean() })),
  warnings: z.array(z.object({ lines: z.array(integer), text: label })),
  before: states.nullable(),
  after: states,
  postings: z.array(
    z.object({
      movementTypes: z.array(text),
      items: integer,
      direction: z.enum(['post', 'reverse']),
    }),
  ),
  laterSteps: z.array(z.object({ label, movementTypes: text })),
  postingDate: z.iso.date().nullable(),
})

const node = z.object({
  key: text,
  type: text,
  docNo: text,
  state: text,
  erpState: text,
  createdByName: text,
  materialDocuments: z.array(z.object({ number: text, year: text, isReversal: z.boolean() })),
  isSelf: z.boolean(),
  companyCode: text.optional(),
})
const flow: z.ZodType<FlowResponse> = z.object({
  nodes: z.array(
    z.union([
      node.extend({
        id,
        createdAt: instant,
        pieces: z.object({ count: integer, serialNumbers: z.array(text) }).optional(),
      }),
      // One that this person may not read says nothing of itself.
      node.extend({ id: z.null(), createdAt: z.literal('') }),
    ]),
  ),
  edges: z.array(z.object({ from: text, to: text, quantity: textOrNull, isLive: z.boolean() })),
})

const historySum = z.object({
  event: z.enum(Object.keys(itemEvents) as ItemEvent[]),
  book: z.enum(Object.keys(historyBooks) as HistoryBook[]),
  quantity: text,
})
const itemHistory: z.ZodType<ItemHistoryResponse> = z.object({
  lineNo: integer.nullable(),
  sums: z.array(historySum),
  rows: z.array(
    historySum.extend({
      id: text,
      documentType: text,
      documentId: id,
      documentNo: text,
      documentLine: integer,
      at: instant,
      userName: textOrNull,
      materialDocument: textOrNull,
    }),
  ),
  hasMore: z.boolean(),
  closed: z.array(z.object({ documentType: text, documentNo: text })),
})

const move: z.ZodType<MoveRow> = z.object({
  id: text,
  movedAt: instant,
  documentType: text,
  documentId: id,
  documentNo: text,
  lineNo: integer,
  materialNo: text,
  quantity: text,
  movementType: text,
  from: place,
  to: place,
  reverses: textOrNull,
  materialDocument: textOrNull,
  materialDocumentYear: textOrNull,
  userName: textOrNull,
})

const log: z.ZodType<LogRow> = z.object({
  at: instant,
  userName: text,
  account: text,
  action: text,
  before: anything.nullable(),
  after: anything.nullable(),
  requestId: text,
})

const erpMessage: z.ZodType<ErpMessageRow> = z.object({
  postingId: id,
  documentNo: text,
  postingKey: text,
  direction: z.enum(['post', 'reverse']),
  state: text,
  materialDocument: textOrNull,
  materialDocumentYear: textOrNull,
  message: textOrNull,
  directUser: text,
  attempts: integer,
  updatedAt: instant,
})

const people = z.object({ people: z.array(text), peopleCount: integer })
const nextStep: z.ZodType<NextStepRow> = people.extend({
  documentType: text,
  documentId: id.nullable(),
  documentNo: text,
  action: textOrNull,
  label,
  page: label,
  path: text,
  since: instant,
  isMine: z.boolean(),
})

const undoRow = people.extend({
  documentType: text,
  documentId: id.nullable(),
  documentNo: text,
  state: text,
  erpState: text,
  action: textOrNull,
  label,
  path: text,
  waitsForErp: z.boolean(),
  isMine: z.boolean(),
})
const undoPlan: z.ZodType<UndoPlan> = z.object({
  steps: z.array(undoRow),
  hiddenSteps: integer,
  blockers: z.array(refusal),
  waiting: z.array(text),
})
const undoResult: z.ZodType<UndoResult> = z.object({
  done: z.array(z.object({ documentNo: text, label })),
  asked: undoRow.nullable(),
  plan: undoPlan,
})

const stepStateCodes = Object.keys(stepStates) as [StepState, ...StepState[]]
const postingStep: z.ZodType<PostingStepRow> = z.object({
  stepNo: integer,
  step: text,
  state: z.enum(stepStateCodes),
  movementTypes: text,
  materialDocument: text,
  materialDocumentYear: text,
  messageZh: text,
  messageEn: text,
  workZh: text,
  workEn: text,
  since: instant,
})

const ratio = z.object({
  quantity,
  secondQuantity: quantity,
  decimals: integer,
  of: z.object({ bin: textOrNull, batch: textOrNull }).optional(),
})
const stockLine: z.ZodType<StockLineRow> = z.object({
  secondUnit: textOrNull,
  secondRatio: ratio.nullable(),
  available: quantity.nullable(),
  proposed: anything,
})

const print: z.ZodType<PrintResponse> = z.object({ printCount: integer })

const answers = {
  Preview: preview,
  DocumentFlow: flow,
  ItemHistory: itemHistory,
  StockMovement: move,
  LogEntry: log,
  ErpMessage: erpMessage,
  NextStep: nextStep,
  UndoPlan: undoPlan,
  UndoResult: undoResult,
  PostingStep: postingStep,
  SecondRatio: ratio,
  StockLine: stockLine,
  PrintResult: print,
  RuleChange: ruleChange,
}

/** The schemas of answers by name, as components. */
export function answerSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, schema]) => [name, jsonSchemaOf(schema, 'output')]),
  )
}
