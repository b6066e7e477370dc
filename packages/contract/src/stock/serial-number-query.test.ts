import { expect, test } from 'vitest'
import { cataloguePage } from '../document/catalogue/page-catalogue.ts'
import { rolesForDrafts } from '../document/decide.ts'
import type { AnyDocument } from '../document/declare/define-document.ts'
import { documents } from '../registry.ts'
import { serialNumberQuery } from './serial-number-query.ts'

test('whoever makes or changes a document that takes pieces from the stock may read which ones lie there', () => {
  const readers = new Set((serialNumberQuery.readers ?? []).map((path) => cataloguePage(path).role))
  const taking = Object.values<AnyDocument>(documents).filter(
    ({ lines }) => lines['serialNumbers']?.offeredBy === serialNumberQuery.name,
  )
  expect(taking.length).toBeGreaterThan(3)
  const missing = taking.flatMap((definition) =>
    (['create', 'edit'] as const).flatMap((act) =>
      rolesForDrafts(definition, act)
        .filter((role) => !readers.has(role))
        .map((role) => `${definition.name} ${act} ${role}`),
    ),
  )
  expect(missing).toEqual([])
})
