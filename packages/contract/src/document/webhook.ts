import { label } from './declare/label.ts'
import type { ErpState } from './declare/erp-state.ts'

/** A program that is told of the states documents enter, without its secret (GET /api/webhooks/receivers). */
export interface WebhookReceiver {
  id: string
  name: string
  url: string
  /** The technical account whose roles and scope decide what is sent. */
  account: string
  /**
   * Document types with the states wanted of each; [] for all of its states, {} for all types. ERP states
   * (`erpStateEvent`) and documents mirrored from the ERP are sent only if they are named.
   */
  documents: Readonly<Record<string, readonly string[]>>
  /** [] for all the account sees. */
  companyCodes: string[]
  plants: string[]
  isOn: boolean
  timeoutMs: number
  /** Until then the secret before the current one signs too; null if it does not. */
  previousSecretUntil: string | null
  version: number
  changedAt: string
  changedByName: string
}

const erpPrefix = 'erp:'

/** The ERP state of a document among the states a receiver wants, and in its log: `erp:posted`. */
export const erpStateEvent = (state: ErpState): string => `${erpPrefix}${state}`

/** The ERP state that a state of a receiver or of the log means; null for a state of the document itself. */
export function erpStateOf(state: string): string | null {
  return state.startsWith(erpPrefix) ? state.slice(erpPrefix.length) : null
}

/** How long the old secret of a receiver may sign beside the new one. */
export const secretOverlapHoursMax = 720

export const webhookStates = {
  pending: { label: label('待推送', 'Pending'), tone: 'waiting' },
  sending: { label: label('推送中', 'Sending'), tone: 'active' },
  sent: { label: label('已推送', 'Sent'), tone: 'done' },
  failed: { label: label('失败', 'Failed'), tone: 'failed' },
  skipped: { label: label('不推送', 'Skipped'), tone: 'cancelled' },
} as const
export type WebhookState = keyof typeof webhookStates

/** A row of the log of webhooks. */
export interface WebhookDelivery {
  companyCode: string
  id: string
  receiverName: string
  documentType: string
  documentNo: string
  stateBefore: string
  stateAfter: string
  occurredAt: string
  state: WebhookState
  attempts: number
  dueAt: string
  sentAt: string | null
  problem: string
}

/** One attempt to deliver, with what was answered. */
export interface WebhookAttempt {
  at: string
  durationMs: number
  /** null if there was no answer. */
  status: number | null
  answer: string
  problemZh: string
  problemEn: string
}
