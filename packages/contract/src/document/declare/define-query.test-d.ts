import { defineQuery } from './define-query.ts'
import { quantity, text } from './field.ts'
import { label } from './label.ts'

// Errors the compiler must report for the declaration of a query. `tsc -b` checks this file: a missing expected error
// is itself an error. Nothing here runs.

const words = label('字', 'Word')

const right = {
  name: 'example',
  area: 'stock',
  label: words,
  fields: { companyCode: text(words), bin: text(words), weight: quantity(words) },
  identifiers: { keyId: 'integer' },
} as const
const rest = {
  key: ['keyId'],
  sort: { field: 'bin', direction: 'asc' },
  search: ['bin'],
  scope: { companyCode: 'companyCode' },
} as const

export const accepted = defineQuery({
  ...right,
  ...rest,
  states: { bin: { full: { label: words, tone: 'done' } } },
  pages: { '/Stock/stockSearch': { kind: 'query', columns: ['bin'], filters: ['weight'] } },
})

// @ts-expect-error a row is identified by what it has
defineQuery({ ...right, ...rest, key: ['id'], pages: {} })

// @ts-expect-error sorted by what it has
defineQuery({ ...right, ...rest, sort: { field: 'height', direction: 'asc' }, pages: {} })

// @ts-expect-error nobody searches in what is not shown
defineQuery({ ...right, ...rest, search: ['keyId'], pages: {} })

// @ts-expect-error nothing is read without a company
defineQuery({ ...right, ...rest, scope: { plant: 'bin' }, pages: {} })

// @ts-expect-error states of a column it has
defineQuery({ ...right, ...rest, states: { height: {} }, pages: {} })

defineQuery({
  ...right,
  ...rest,
  // @ts-expect-error a page shows declared columns
  pages: { '/Stock/stockSearch': { kind: 'query', columns: ['height'] } },
})

defineQuery({
  ...right,
  ...rest,
  // @ts-expect-error what only identifies is no column of a page
  pages: { '/Stock/stockSearch': { kind: 'query', columns: ['keyId'] } },
})
