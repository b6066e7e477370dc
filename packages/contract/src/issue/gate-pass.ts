import { label } from '../document/declare/label.ts'
import type { Label } from '../document/declare/label.ts'
import type { Tone } from '../document/declare/tone.ts'

/** The documents whose goods leave through the gate, by the prefix of their numbers (`prefix` of their declarations). */
export const passedDocuments = { CK: 'goods-issue', JC: 'emergency-issue' } as const

export type PassedDocument = (typeof passedDocuments)[keyof typeof passedDocuments]

/** What a gate pass is worth now. */
export const gatePassStates = {
  valid: { label: label('有效', 'Valid'), tone: 'done' },
  used: { label: label('已使用', 'Used'), tone: 'cancelled' },
  reversed: { label: label('出库已冲销，不得放行', 'Reversed: do not let pass'), tone: 'failed' },
  takenBack: {
    label: label('已退回库存，不得放行', 'Taken back: do not let pass'),
    tone: 'failed',
  },
  notIssued: { label: label('尚未出库，不得放行', 'Not issued: do not let pass'), tone: 'failed' },
  goneBefore: {
    label: label(
      '紧急出库的补单，物资早已出门，不得放行',
      'Paper of an emergency issue, its goods left before: do not let pass',
    ),
    tone: 'failed',
  },
} as const satisfies Record<string, { label: Label; tone: Tone }>

export type GatePassState = keyof typeof gatePassStates

/** Goods on a gate pass. */
export interface GatePassLine {
  lineNo: number
  materialNo: string
  description: string | null
  batch: string | null
  quantity: string
  unit: string
}

/** What the guard's phone shows of a gate pass. */
export interface GatePass {
  document: PassedDocument
  id: string
  companyCode: string
  docNo: string
  state: GatePassState
  gatePassNo: string | null
  recipient: string | null
  pickingUnit: string | null
  usedAt: string | null
  usedByName: string | null
  lines: GatePassLine[]
}

/**
 * Whether an issue has a gate pass: goods of an emergency have left with that of the emergency issue, before the goods issue
 * of their paper was made.
 */
export const hasGatePass = ({ issueMode }: { issueMode?: unknown }): boolean =>
  issueMode !== 'urgent'

/** The state of the pass of an issue. A reversed issue is not let out, whether its pass was used or not. */
export function gatePassState(
  issue: Readonly<Record<'state' | 'gatePassedAt', unknown>> & { issueMode?: unknown },
): GatePassState {
  const { gatePassedAt: passedAt } = issue
  const state = String(issue.state)
  if (!hasGatePass(issue)) return 'goneBefore'
  if (['reversed', 'reversalRequested', 'reversalApproved'].includes(state)) return 'reversed'
  if (state === 'takenBack') return 'takenBack'
  if (['draft', 'picked'].includes(state)) return 'notIssued'
  return passedAt == null ? 'valid' : 'used'
}
