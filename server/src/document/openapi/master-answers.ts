import type { Schema } from '../../platform/openapi/open-api.ts'
import { object } from './calls.ts'

// What the routes of all masters answer besides their rows.

const count: Schema = { type: 'integer', minimum: 0 }
export const importAnswer: Schema = object(
  {
    newCount: count,
    changedCount: count,
    sameCount: count,
    requestedCount: count,
    refusedCount: count,
    refusals: {
      type: 'array',
      items: object({
        code: { type: 'string' },
        params: { type: 'object' },
        line: { type: 'integer' },
        field: { type: 'string' },
        zh: { type: 'string' },
        en: { type: 'string' },
      }),
    },
    isImported: { type: 'boolean' },
  },
  [
    'newCount',
    'changedCount',
    'sameCount',
    'requestedCount',
    'refusedCount',
    'refusals',
    'isImported',
  ],
)

const snapshot: Schema = { anyOf: [{ type: 'null' }, { type: 'object' }] }
export const historyItem: Schema = object({
  at: { type: 'string', format: 'date-time' },
  userName: { type: 'string' },
  account: { type: 'string' },
  action: { type: 'string' },
  before: snapshot,
  after: snapshot,
  requestId: { type: ['string', 'null'] },
})
export const useItem: Schema = object({
  kind: { type: 'string', enum: ['master', 'scope', 'list'] },
  label: object({ zh: { type: 'string' }, en: { type: 'string' } }),
  count: { type: ['integer', 'null'] },
  examples: { type: 'array', items: { type: 'string' } },
  path: { type: 'string' },
  list: { type: 'string' },
  filters: { type: 'object', additionalProperties: { type: 'string' } },
})
