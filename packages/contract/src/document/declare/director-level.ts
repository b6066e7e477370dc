import { money } from './field.ts'
import { label } from './label.ts'

/**
 * The director's level of an approval chain for what changes the stock without a paper of somebody else (an adjustment, a
 * loss, scrapping): he approves what is worth more than the limit of the company, together with what was changed lately
 * of the same goods. To be spread into `levels`, with the function code of his buttons; `cumulatedTotal` into `header`.
 */
export const directorLevel = {
  by: 'Director',
  state: 'toDirector',
  waiting: label('待主任审批', 'Awaiting the director'),
  review: label('主任批准', 'Approve as director'),
  refuse: label('主任退回', 'Refuse as director'),
  above: {
    field: 'cumulatedTotal',
    parameter: 'adjustment.directorLimit',
    label: label('主任审批', 'Approval by the director'),
  },
} as const

/** The amount of a document with those lately, so that none is divided to stay below the limit. */
export const cumulatedTotal = money(label('近期累计差异金额', 'Difference with recent ones'), {
  by: 'server',
  width: 130,
})
