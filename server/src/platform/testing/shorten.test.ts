import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

const upTo = (last: number) => Array.from({ length: last }, (_one, index) => index + 1)

test('a failing list is shortened to what it takes to fail', async () => {
  const needed = [3, 40, 41, 97]
  let tries = 0
  const fails = (list: readonly number[]) => {
    tries += 1
    return Promise.resolve(needed.every((one) => list.includes(one)))
  }
  expect(await shorten(upTo(100), fails)).toEqual(needed)
  expect(tries).toBeLessThan(100)
})

test('a single entry that fails, and a list that fails always, are shortened too', async () => {
  const hasSeven = (list: readonly number[]) => Promise.resolve(list.includes(7))
  expect(await shorten([7], hasSeven)).toEqual([7])
  expect(await shorten(upTo(50), () => Promise.resolve(true))).toEqual([])
})

test('the search ends when its time is over, with a list that fails', async () => {
  let tries = 0
  const fails = (list: readonly number[]) => Promise.resolve(list.includes(90))
  const short = await shorten(
    upTo(100),
    (list) => ((tries += 1), fails(list)),
    () => tries === 2,
  )
  expect(short).toContain(90)
  expect(short.length).toBeLessThan(100)
})
