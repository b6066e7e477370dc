import type { Quantity } from '@kufang/kernel/quantity.ts'
import { expect, test } from 'vitest'
import type { RecordedMove } from './recorded-moves.ts'
import { leftOfLine, reversedPart } from './reversed-part.ts'

/** Moves of a line, the latest first: from key to key, and what of it is not reversed. */
const moves = (...way: readonly (readonly [from: number, to: number, remaining: string])[]) =>
  way.map(
    ([fromKey, toKey, remaining], index) =>
      ({ id: `${way.length - index}`, fromKey, toKey, remaining }) as RecordedMove,
  )
const back = (way: RecordedMove[], quantity: string) =>
  Object.fromEntries(reversedPart(way, quantity as Quantity))

const [supplier, first, second, third] = [1, 2, 3, 4]

test('a part of goods comes back over all the bins they went to', () => {
  const way = moves([second, third, '10'], [first, second, '10'], [supplier, first, '10'])
  expect(leftOfLine(way)).toBe('10')
  expect(back(way, '4')).toEqual({ 3: '4', 2: '4', 1: '4' })
})

test('goods that went to and fro come back the same way', () => {
  const way = moves([second, first, '10'], [first, second, '10'], [supplier, first, '10'])
  expect(back(way, '4')).toEqual({ 3: '4', 2: '4', 1: '4' })
})

test('of goods in several places those that went last come back first', () => {
  const way = moves([first, third, '6'], [first, second, '3'], [supplier, first, '10'])
  expect(leftOfLine(way)).toBe('10')
  expect(back(way, '7')).toEqual({ 3: '6', 2: '1', 1: '7' })
  expect(back(way, '10')).toEqual({ 3: '6', 2: '3', 1: '10' })
})

test('what was reversed before does not come back again', () => {
  const way = moves([second, third, '0'], [first, second, '6'], [supplier, first, '6'])
  expect(leftOfLine(way)).toBe('6')
  expect(back(way, '6')).toEqual({ 2: '6', 1: '6' })
})
