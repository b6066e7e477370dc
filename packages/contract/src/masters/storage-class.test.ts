import { expect, test } from 'vitest'
import { hazardClasses } from './hazard-class.ts'
import { areKeptApart, pairsKeptApart } from './storage-class.ts'

const classes = Object.keys(hazardClasses)

test('two classes are kept apart whichever of them is asked about first, and the pairs for statements say the same', () => {
  const pairs = new Set(pairsKeptApart)
  let apart = 0
  for (const one of classes)
    for (const other of classes) {
      expect(areKeptApart(one, other), `${one} ${other}`).toBe(areKeptApart(other, one))
      expect(pairs.has(`${one}+${other}`), `${one} ${other}`).toBe(areKeptApart(one, other))
      if (areKeptApart(one, other)) apart += 1
    }
  expect(apart).toBe(pairsKeptApart.length)
  expect(pairs.size).toBe(pairsKeptApart.length)
})

test('what burns is kept apart from oxidisers; goods of one class, and goods without one, from nothing', () => {
  expect(areKeptApart('3', '5.1')).toBe(true)
  expect(areKeptApart('8', '6.1')).toBe(true)
  expect(areKeptApart('3', '8')).toBe(false)
  for (const one of classes) {
    expect(areKeptApart(one, one)).toBe(false)
    expect(areKeptApart(one, null)).toBe(false)
    expect(areKeptApart('', one)).toBe(false)
  }
})
