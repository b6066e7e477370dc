import { expect, it } from 'vitest'
import type { AnyQuery } from './document/declare/define-query.ts'
import { queries } from './queries.ts'
import type { AnyMaster } from './document/declare/define-master.ts'
import { documents, registry } from './registry.ts'

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

it('opens lists with states that their columns have', () => {
  const lists: (AnyQuery | AnyMaster)[] = [
    ...Object.values(queries),
    ...Object.values(registry.masters),
  ]
  const opened = lists.flatMap(({ name, pages, states }) =>
    Object.values(pages).flatMap(({ opensWith = {} }) =>
      Object.entries(opensWith).map(([field, values]) => ({
        name,
        field,
        unknown: (values ?? []).filter((value) => states?.[field]?.[value] === undefined),
      })),
    ),
  )
  expect(opened.length).toBeGreaterThan(0)
  expect(opened.filter(({ unknown }) => unknown.length > 0)).toEqual([])
})

it('opens documents that there are', () => {
  const links = Object.values<AnyQuery>(queries).flatMap(({ name, links: declared = {} }) =>
    Object.values(declared).map((link) => ({ name, document: link!.document })),
  )
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter(({ document }) => !(document in documents))).toEqual([])
})
