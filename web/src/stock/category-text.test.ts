import { expect, test } from 'vitest'
import { categoryText } from './category-text.ts'

test('own stock and that of a project in the same bin do not look alike', () => {
  expect(categoryText({ stockCategory: 'UU', specialStock: '' })).toBe('非限制')
  expect(categoryText({ stockCategory: 'UU', specialStock: 'Q' })).toBe('非限制 · 项目')
})
