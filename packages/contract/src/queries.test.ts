import { expect, it } from 'vitest'
import type { AnyQuery } from './document/declare/define-query.ts'
import { queries } from './queries.ts'

it('divides sums of rows in each figure, by one text of a declared grouping', () => {
  const figures = Object.values<AnyQuery>(queries).filter(({ figure }) => figure !== undefined)
  expect(figures.length).toBeGreaterThan(0)
  for (const { name, fields, groupings, figure } of figures) {
    const { grouping, numerator, denominator } = figure!
    expect([name, groupings?.[grouping]?.by.length]).toEqual([name, 1])
    for (const field of [numerator, denominator])
      expect([name, field, fields[field]?.isTotalled]).toEqual([name, field, true])
  }
})
