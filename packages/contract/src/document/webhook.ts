import { label } from './declare/label.ts'

/** A program that is told of the states documents enter, without its secret (GET /api/webhooks/receivers). */
export interface WebhookReceiver {
  id: string
  name: string
  url: string
  /** The technical account whose roles and scope decide what is sent. */
  account: string
  /** Document types with the states wanted of each; [] for all of its states, {} for all types. */
  documents: Readonly<Record<string, readonly string[]>>
  /** [] for all the account sees. */
  companyCodes: string[]
  plants: string[]
  isOn: boolean
  timeoutMs: number
  version: number
  changedAt: string
  changedByName: string
}

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
