import { label, type Label } from './declare/label.ts'
import type { Tone } from './declare/tone.ts'

/** The states of a change of a rule or of rights: requested by one person, approved by another, in force from its day. */
export const ruleChangeStates = {
  requested: { label: label('待批准', 'Awaiting approval'), tone: 'waiting' },
  approved: { label: label('已批准，待生效', 'Approved, not yet in force'), tone: 'active' },
  effective: { label: label('已生效', 'In force'), tone: 'done' },
  refused: { label: label('已驳回', 'Refused'), tone: 'failed' },
  expired: { label: label('已过期', 'Expired'), tone: 'undone' },
  /** Approved, but refused by its own checks when its day came; `decisionRemark` says why. */
  failed: { label: label('未能生效', 'Could not take effect'), tone: 'failed' },
  withdrawn: { label: label('已撤回', 'Withdrawn'), tone: 'undone' },
} as const satisfies Record<string, { label: Label; tone: Tone }>

export type RuleChangeState = keyof typeof ruleChangeStates

/** What may be done with a change that is not in force yet. */
export const ruleChangeActs = {
  approve: label('批准', 'Approve'),
  refuse: label('驳回', 'Refuse'),
  withdraw: label('撤回', 'Withdraw'),
  /** Of rights: without approval, with a reason and an alarm, if nobody else could approve it. */
  carryOut: label('应急执行', 'Carry out without approval'),
} as const

export type RuleChangeAct = keyof typeof ruleChangeActs

/** A requested change of a rule (GET /api/erp/movement-rules/changes). */
export interface RuleChange {
  id: string
  /** '' for the rules of all companies. */
  companyCode: string
  /** The rule: its purpose. */
  subjectNo: string
  /** The rule as it was when the change was requested; null for a new one. */
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>>
  reason: string
  /** The day from which it is in force (yyyy-MM-dd). */
  effectiveFrom: string
  state: RuleChangeState
  requestedBy: string
  requestedByName: string
  requestedAt: string
  decidedByName: string | null
  decidedAt: string | null
  decisionRemark: string | null
  /** The last day on which it may be approved (yyyy-MM-dd); null for ever. */
  expiresOn: string | null
  /** Of a change of rights: who gains; never approves it. */
  gainerId: string | null
  /** Carried out by the requester, because nobody else could have approved it. */
  isEmergency: boolean
}
