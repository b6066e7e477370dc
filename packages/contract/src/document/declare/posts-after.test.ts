import { expect, test } from 'vitest'
import { documentDefinition, documents } from '../../registry.ts'
import { isPostedByOthers } from './erp-state.ts'
import type { AnyDocument } from './define-document.ts'

const after = Object.values<AnyDocument>(documents).filter(
  ({ postsAfter }) => postsAfter !== undefined,
)

test('who is posted after lines of a document is found by what it has written into their history', () => {
  expect(after.length).toBeGreaterThan(2)
  for (const { name, history = [], postsAfter } of after) {
    const { item } = postsAfter!
    const named = history.flatMap(({ items }) => items.map(({ document }) => document))
    expect(named, name).toContain(item.document)
    // By a number, or by reference, a line is not made from one of the item.
    expect(Object.keys(item), name).toEqual(['document'])
  }
})

test('lines that precede others are those of a document that others post', () => {
  for (const { name, posts, actions, postsAfter } of after) {
    expect(posts, name).toBe(true)
    expect(Object.keys(actions), name).toContain('post')
    const before = documentDefinition(postsAfter!.item.document)!
    expect(isPostedByOthers(before), before.name).toBe(true)
  }
})
