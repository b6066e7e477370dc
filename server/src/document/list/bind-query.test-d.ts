import { defineQuery } from '@kufang/contract/document/declare/define-query.ts'
import { quantity, text } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { bindQuery, filled } from './bind-query.ts'

// Errors the compiler must report for the SQL of a query. `tsc -b` checks this file: a missing expected error is itself
// an error. Nothing here runs.

const words = label('字', 'Word')

const example = defineQuery({
  name: 'example',
  area: 'stock',
  label: words,
  fields: { companyCode: text(words), bin: text(words), weight: quantity(words) },
  identifiers: { keyId: 'integer' },
  key: ['keyId'],
  sort: { field: 'bin', direction: 'asc' },
  search: ['bin'],
  scope: { companyCode: 'companyCode' },
  pages: {},
})

const columns = { companyCode: 'e.company_code', bin: 'e.bin', weight: 'e.weight', keyId: 'e.id' }

export const accepted = bindQuery(example, { from: 'example e', columns })

bindQuery(example, {
  from: 'example e',
  // @ts-expect-error every declared field has its SQL
  columns: { companyCode: 'e.company_code', bin: 'e.bin', keyId: 'e.id' },
})

bindQuery(example, {
  from: 'example e',
  // @ts-expect-error and so has what identifies a row
  columns: { companyCode: 'e.company_code', bin: 'e.bin', weight: filled('e.weight') },
})

bindQuery(example, {
  from: 'example e',
  // @ts-expect-error a column the declaration does not know
  columns: { ...columns, height: 'e.height' },
})
