import { expect, test } from 'vitest'
import { personActions } from '../decide.ts'
import { documents } from '../../registry.ts'
import type { AnyDocument } from './define-document.ts'

test('what a person enters in an action is shown in the document as it was chosen: a user by name, not as a bare code', () => {
  let compared = 0
  const differing = Object.values<AnyDocument>(documents).flatMap((definition) =>
    Object.entries(definition.actions).flatMap(([action, { input = {}, lineInput = {} }]) =>
      [
        [input, definition.header],
        [lineInput, definition.lines],
      ].flatMap(([entered = {}, kept = {}]) =>
        Object.entries(entered).flatMap(([name, field]) => {
          const own = kept[name]
          if (own === undefined) return []
          compared += 1
          return own.kind === field.kind && own.master === field.master
            ? []
            : [`${definition.name} ${action} ${name}`]
        }),
      ),
    ),
  )
  expect(compared).toBeGreaterThan(5)
  expect(differing).toEqual([])
})

test('a quantity that a person enters for a line, and that moves goods, has a limit there, unless it is counted', () => {
  const unlimited = (definition: AnyDocument) =>
    Object.entries(personActions(definition)).flatMap(([action, declared]) =>
      declared.isPreviewed !== true
        ? []
        : Object.entries(declared.lineInput ?? {}).flatMap(([name, { kind, unit }]) =>
            kind === 'quantity' && unit === undefined && declared.lineLimits?.[name] === undefined
              ? [`${definition.name} ${action} ${name}`]
              : [],
          ),
    )
  // What is counted may be more than was found.
  expect(Object.values<AnyDocument>(documents).flatMap(unlimited)).toEqual([
    'rejected-goods confirm countedQuantity',
  ])
  const order: AnyDocument = documents['transfer-order']
  const { lineLimits: _none, ...receive } = order.actions['receive']!
  expect(unlimited({ ...order, actions: { receive } })).toEqual([
    'transfer-order receive quantityReceived',
  ])
})
