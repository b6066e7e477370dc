import { integer, text } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { usualRequestsPerMinute } from '@kufang/contract/identity/technical-token.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { Row } from '../kit/fields/field-column.ts'

/** How a program may use the server, as entered. */
export const accessFields = {
  requestsPerMinute: integer(words('每分钟请求数上限', 'Requests per minute at most'), {
    required: true,
    minimum: '1',
  }),
  networks: text(
    words(
      '允许的网络（如 10.1.0.0/16，逗号分隔，空为不限）',
      'Permitted networks (10.1.0.0/16, separated by commas; empty for all)',
    ),
    { lengthMax: 1000 },
  ),
} as const

/** The form's values of an account, or of a new one. */
export const accessValues = (user?: { requestsPerMinute: number; networks: string[] }): Row => ({
  requestsPerMinute: String(user?.requestsPerMinute ?? usualRequestsPerMinute),
  networks: user?.networks.join(', ') ?? '',
})

/** The body of the call from the form's values. */
export const accessBody = (values: Row) => ({
  requestsPerMinute: Number(values['requestsPerMinute']),
  networks: textOf(values['networks'])
    .split(/[\s,，;；]+/)
    .filter((network) => network !== ''),
})
