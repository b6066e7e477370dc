import { expect, test } from 'vitest'
import { entryOf, fieldOf, firstOf, itemAt, itemWith, lastOf } from './present.ts'

test('what is there is given', () => {
  expect(entryOf(new Map([['a', undefined]]), 'a')).toBeUndefined()
  expect(itemAt(['a', 'b'], 1)).toBe('b')
  expect([firstOf([1, 2]), lastOf([1, 2])]).toEqual([1, 2])
  expect(itemWith([1, 2, 3], (one) => one > 1)).toBe(2)
  expect(fieldOf({ a: 1 }, 'a')).toBe(1)
})

test('what is not there is named', () => {
  expect(() => entryOf(new Map([['a', 1]]), 'b')).toThrow('there is no entry of b')
  expect(() => itemAt(['a'], 1)).toThrow('there is no item 1 of 1')
  expect(() => firstOf([])).toThrow('there is no item 0 of 0')
  expect(() => lastOf([])).toThrow('there is no item -1 of 0')
  expect(() => itemWith([1], (one) => one > 1)).toThrow('there is no such item of 1')
  expect(() => fieldOf<number>({}, 'a')).toThrow('there is no field a')
})
