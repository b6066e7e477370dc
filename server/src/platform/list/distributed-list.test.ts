import { expect, test } from 'vitest'
import { buildList } from './build-list.ts'
import type { ListOptions } from './list-options.ts'

const columns: ListOptions['columns'] = {
  id: { sql: 't.id', kind: 'text', type: 'uuid', isNotNull: true },
  companyCode: { sql: 't.company_code', kind: 'text' },
  amount: { sql: 't.amount', kind: 'quantity', isTotalled: true },
}

test('on Citus the company stands as a value wherever a part compares with it, and a filter leaves out the others', () => {
  const partition = { sql: 't.company_code', values: ['1010', '1020'] }
  const built = (filters: ListOptions['request']['filters']) =>
    buildList({
      from: 'thing t',
      columns,
      key: ['id'],
      request: { size: 3, withTotals: true, ...(filters === undefined ? {} : { filters }) },
      scope: {
        sql: 'exists (select from item o where o.company_code = t.company_code)',
        values: [],
      },
      partition,
      isDistributed: true,
      defaultSort: [{ field: 'id', direction: 'asc' }],
      sizeMax: 500,
    })
  const both = built(undefined)
  expect(both.text).toMatch(
    /^with part_0 as materialized \(select .*, part_1 as materialized \(select /,
  )
  expect(both.text).not.toContain('= t.company_code')
  for (const text of [both.countText, both.totalsText])
    expect(text).toMatch(/^with part_0 as materialized /)
  const one = built([{ field: 'companyCode', operator: 'eq', value: '1020' }])
  expect(one.text).not.toContain('part_')
  expect(one.values).toContain('1020')
  expect(one.values).not.toContain('1010')
  const none = built([{ field: 'companyCode', operator: 'eq', value: '9999' }])
  expect([none.text, none.values, none.countText, none.totalsText]).toEqual([
    'select 1 where false',
    [],
    'select 0 as total',
    'select 0 as total, 0::numeric as "amount"',
  ])
})
