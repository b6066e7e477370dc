import { flag } from './field.ts'
import { label } from './label.ts'

/**
 * Whether the rule decided that a line completes its order item or reservation item, to be spread. It is asked again when the
 * line is posted, because other documents of the item may have been reversed meanwhile; what a person decided stays.
 */
export const completionRule = {
  isDecidedByRule: flag(label('完结由规则判定', 'Completion decided by rule'), {
    by: 'server',
    width: 130,
  }),
} as const
