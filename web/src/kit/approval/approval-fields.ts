import { date, text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'

/** Asked with every change of a rule: another person approves it, and it counts from its day. */
export const approvalFields = {
  effectiveFrom: date(words('变更生效日', 'Change in force from'), { required: true }),
  reason: text(words('变更原因（须另一人批准）', 'Reason (someone else approves)'), {
    required: true,
    lengthMax: 200,
    multiline: true,
  }),
} as const satisfies Fields
