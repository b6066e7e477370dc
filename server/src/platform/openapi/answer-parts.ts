import {
  ruleChangeStates,
  type RuleChange,
  type RuleChangeState,
} from '@kufang/contract/document/rule-change.ts'
import { z } from 'zod'

// Parts of the schemas of answers.

export const text = z.string()
export const textOrNull = z.string().nullable()
export const integer = z.number().int()
export const id = z.uuid()
export const instant = z.iso.datetime({ offset: true })
export const label = z.object({ zh: text, en: text })
export const anything = z.record(text, z.unknown())
export const nothing = z.null()
export const refusal = z.object({
  code: text,
  params: z.record(text, z.union([text, z.number()])),
  line: integer.optional(),
  field: text.optional(),
  zh: text,
  en: text,
})

const ruleStateCodes = Object.keys(ruleChangeStates) as [RuleChangeState, ...RuleChangeState[]]
/** A change of a rule that waits for a second person. */
export const ruleChange = z.object({
  id,
  companyCode: text,
  subjectNo: text,
  before: anything.nullable(),
  after: anything,
  reason: text,
  effectiveFrom: z.iso.date(),
  state: z.enum(ruleStateCodes),
  requestedBy: id,
  requestedByName: text,
  requestedAt: instant,
  decidedByName: textOrNull,
  decidedAt: instant.nullable(),
  decisionRemark: textOrNull,
  expiresOn: z.iso.date().nullable(),
  gainerId: id.nullable(),
  isEmergency: z.boolean(),
}) satisfies z.ZodType<RuleChange>
