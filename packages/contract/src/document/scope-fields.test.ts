import { expect, test } from 'vitest'
import { documents, registry } from '../registry.ts'
import type { AnyDocument } from './declare/define-document.ts'
import { reference, type Fields } from './declare/field.ts'
import type { AnyQuery } from './declare/define-query.ts'
import { label } from './declare/label.ts'
import { pickingUnitField, unscopedReferences } from './scope-fields.ts'

const words = label('单位', 'Unit')
const unit = reference(words, 'picking-unit')
const because = reference(words, 'picking-unit', { outsideScopeBecause: 'it is only told' })

/** A document type with these fields in its header. */
const withHeader = (header: Fields): AnyDocument => ({
  ...documents.requisition,
  header,
  lines: {},
})

test('every reference to what a scope is given by limits who sees the document, or says why not', () => {
  const found = Object.values<AnyDocument>(documents).flatMap((definition) =>
    unscopedReferences(definition).map((one) => `${definition.name}.${one}`),
  )
  expect(found).toEqual([])
})

test('a query that shows picking units is limited to those of a person', () => {
  const shown = Object.values<AnyQuery>(registry.queries).flatMap(({ name, fields, scope }) =>
    Object.entries(fields).flatMap(([field, { master }]) =>
      master === 'picking-unit' ? [[name, field, scope.pickingUnit]] : [],
    ),
  )
  expect(shown.length).toBeGreaterThan(1)
  expect(shown.filter(([, field, limited]) => field !== limited)).toEqual([])
})

test('a picking unit limits under any name, one of them; a place, a supplier and what lines name under no other', () => {
  expect(pickingUnitField(withHeader({ told: because, borrower: unit }))).toBe('borrower')
  expect(unscopedReferences(withHeader({ told: because, borrower: unit }))).toEqual([])
  expect(
    unscopedReferences({
      ...withHeader({
        borrower: unit,
        owner: unit,
        institute: reference(words, 'supplier'),
        otherPlant: reference(words, 'plant'),
      }),
      lines: { user: unit, plant: reference(words, 'plant') },
    }),
  ).toEqual([
    'owner: a picking-unit that limits nobody',
    'institute: a supplier that limits nobody',
    'otherPlant: a plant that limits nobody',
    'user: a picking-unit that limits nobody',
  ])
})
