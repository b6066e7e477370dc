import {
  gatePassStates,
  passedDocuments,
  type GatePass,
  type GatePassState,
} from '@kufang/contract/issue/gate-pass.ts'
import { z } from 'zod'
import { id, instant, integer, text, textOrNull } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

const states = Object.keys(gatePassStates) as [GatePassState, ...GatePassState[]]
const pass = z.object({
  document: z.enum(Object.values(passedDocuments)),
  id,
  companyCode: text,
  docNo: text,
  state: z.enum(states),
  gatePassNo: textOrNull,
  recipient: textOrNull,
  pickingUnit: textOrNull,
  usedAt: instant.nullable(),
  usedByName: textOrNull,
  lines: z.array(
    z.object({
      lineNo: integer,
      materialNo: text,
      description: textOrNull,
      batch: textOrNull,
      quantity: text,
      unit: text,
    }),
  ),
}) satisfies z.ZodType<GatePass>

/** Words of the routes of gate passes. */
export const issueRouteWords: WordsOfRoutes = {
  'GET /api/issue/gate-pass/:document/:id': {
    zh: '出库单、紧急出库单放行条的二维码内容；紧急出库的补单没有',
    en: 'The token that the QR code of a goods issue or emergency issue contains; null for the goods issue that papers an emergency',
    answer: z.object({ token: textOrNull }),
    codes: ['role-missing', 'not-found'],
  },
  'POST /api/issue/gate-pass/check': {
    zh: '核验放行条：有效、已使用、已冲销或无放行条，及其物资',
    en: 'What a gate pass is worth: valid, used, reversed or none, with its goods',
    answer: pass,
    codes: ['role-missing', 'gate-pass-unknown'],
  },
}
