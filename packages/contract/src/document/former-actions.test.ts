import { expect, test } from 'vitest'
import { documents } from '../registry.ts'
import type { AnyDocument } from './declare/define-document.ts'
import { formerActions, presentAction } from './former-actions.ts'

test('an action that was renamed has its name of today, and no action has a former name again', () => {
  const renamed = Object.entries(formerActions).flatMap(([document, names]) =>
    Object.entries(names).map(([former, name]) => ({ document, former, name })),
  )
  expect(renamed.length).toBeGreaterThan(4)
  for (const { document, former, name } of renamed) {
    const { actions } = (documents as Readonly<Record<string, AnyDocument>>)[document]!
    expect([former, Object.hasOwn(actions, former)]).toEqual([former, false])
    expect([name, Object.hasOwn(actions, name)]).toEqual([name, true])
    expect(presentAction(document, former)).toBe(name)
  }
  // The same word may be the name of another document's action.
  expect(presentAction('stock-adjustment', 'settle')).toBe('settle')
})
