import { label } from './declare/label.ts'
import type { Label } from './declare/label.ts'
import type { Tone } from './declare/tone.ts'

/** The states of a posting in the outbox (ARCHITECTURE.md, "The ERP"). */
export const postingStates = {
  pending: { label: label('待发送', 'Pending'), tone: 'draft' },
  sending: { label: label('发送中', 'Sending'), tone: 'active' },
  posted: { label: label('已过账', 'Posted'), tone: 'booked' },
  rejected: { label: label('SAP 拒绝', 'Refused by SAP'), tone: 'failed' },
  unknown: { label: label('结果未知，核对中', 'Outcome unknown, being looked up'), tone: 'late' },
  blocked: { label: label('配置受阻', 'Blocked by configuration'), tone: 'failed' },
  dead: { label: label('死信', 'Dead letter'), tone: 'failed' },
  closed: { label: label('已关闭', 'Closed'), tone: 'cancelled' },
} as const satisfies Record<string, { label: Label; tone: Tone }>

/** The parameters `state` and `stateEn` of a refusal that names the state of a posting. */
export function postingStateWords(state: keyof typeof postingStates): {
  state: string
  stateEn: string
} {
  const { zh, en } = postingStates[state].label
  return { state: zh, stateEn: en }
}
