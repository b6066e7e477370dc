import { expect, test } from 'vitest'
import { ApiError, saysSame } from './api-error.ts'

const refused = (requestId: string, line: number) =>
  new ApiError({
    status: 409,
    requestId,
    details: [{ code: 'stock-short', params: {}, line, zh: '库存不足', en: 'Not enough stock' }],
  })

test('a refusal is the same in another answer, but not of another line, and nothing is the same as no refusal', () => {
  expect(saysSame(refused('a', 1), refused('b', 1))).toBe(true)
  expect(saysSame(refused('a', 1), refused('a', 2))).toBe(false)
  expect(saysSame(refused('a', 1), null)).toBe(false)
  expect(saysSame(new Error('x'), new Error('x'))).toBe(false)
})
