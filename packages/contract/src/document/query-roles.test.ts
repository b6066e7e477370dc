import { expect, test } from 'vitest'
import { serialNumberQuery } from '../stock/serial-number-query.ts'
import { documents } from '../registry.ts'
import { cataloguePage } from './catalogue/page-catalogue.ts'
import { rolesForDrafts } from './decide.ts'
import type { AnyDocument } from './declare/define-document.ts'
import { readingRoles } from './query-roles.ts'

test('whoever makes or changes a document that takes pieces from the stock may read which ones lie there', () => {
  const readers = readingRoles(serialNumberQuery, documents)
  const taking = Object.values<AnyDocument>(documents).filter(
    ({ lines }) => lines['serialNumbers']?.offeredBy === serialNumberQuery.name,
  )
  expect(taking.length).toBeGreaterThan(3)
  const missing = taking.flatMap((definition) =>
    (['create', 'edit'] as const).flatMap((act) =>
      rolesForDrafts(definition, act)
        .filter((role) => !readers.includes(role))
        .map((role) => `${definition.name} ${act} ${role}`),
    ),
  )
  expect(missing).toEqual([])
  expect(readers).toContain(cataloguePage('/Stock/stockSearch').role)
  expect(readers).not.toContain(cataloguePage('/deliverManager/queryDelivery').role)
})
