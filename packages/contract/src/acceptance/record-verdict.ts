import { choice, quantity, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/** The verdict of a record sheet about one line of goods. */
export const recordVerdicts = {
  passed: label('合格', 'Passed'),
  deviating: label('一般项目不合格', 'General characteristic failed'),
  failed: label('主控项目不合格', 'Main characteristic failed'),
} as const

export type RecordVerdict = keyof typeof recordVerdicts

/**
 * What the concluded record sheet says of a line of an inspection notice; the inspection order has it beside the decision.
 * `acceptableQuantity` is what may be accepted of the whole line of the notice.
 */
export const recordedFields = {
  recordNo: text(label('检验记录表', 'Record sheet'), { by: 'source', width: 130 }),
  recordVerdict: choice(label('记录结论', 'Verdict of the record'), recordVerdicts, {
    by: 'source',
    width: 130,
  }),
  recordFinding: text(label('不合格项', 'Failed characteristics'), { by: 'source', width: 200 }),
  acceptableQuantity: quantity(label('最多可合格', 'Acceptable at most'), {
    by: 'source',
    width: 100,
  }),
} as const

/** The same on the notice, which the sheet writes. */
export const recordedByServer = {
  recordNo: { ...recordedFields.recordNo, by: 'server' },
  recordVerdict: { ...recordedFields.recordVerdict, by: 'server' },
  recordFinding: { ...recordedFields.recordFinding, by: 'server' },
  acceptableQuantity: { ...recordedFields.acceptableQuantity, by: 'server' },
} as const

export const copiedRecord = [
  'recordNo',
  'recordVerdict',
  'recordFinding',
  'acceptableQuantity',
] as const satisfies readonly (keyof typeof recordedFields)[]
