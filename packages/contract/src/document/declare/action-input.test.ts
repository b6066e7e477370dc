import { expect, test } from 'vitest'
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
