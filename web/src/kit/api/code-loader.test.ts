import { expect, it } from 'vitest'
import { CodeLoader, codesPerCall } from './code-loader.ts'

interface Place {
  code: string
  name: string
}

function loaderOf(places: readonly Place[]) {
  const calls: string[][] = []
  const loader = new CodeLoader<string, Place>(
    (group, codes) => {
      calls.push([group, ...codes])
      return Promise.resolve(places.filter((place) => codes.includes(place.code)))
    },
    (_group, place) => place.code,
  )
  return { loader, calls }
}

it('asks once for what is wanted at the same time, group by group', async () => {
  const { loader, calls } = loaderOf([{ code: 'A', name: '甲' }])
  const rows = await Promise.all([
    loader.load('unit', 'A'),
    loader.load('unit', 'A'),
    loader.load('unit', 'B'),
    loader.load('person', 'A'),
  ])
  expect(rows.map((found) => found.length)).toEqual([1, 1, 0, 1])
  expect(calls).toEqual([
    ['unit', 'A', 'B'],
    ['person', 'A'],
  ])
})

it('gives all rows of a code that stands in several places', async () => {
  const { loader } = loaderOf([
    { code: 'W1', name: '一厂' },
    { code: 'W1', name: '二厂' },
  ])
  expect(await loader.load('location', 'W1')).toHaveLength(2)
})

it('divides what is too much for one call, and asks again later', async () => {
  const { loader, calls } = loaderOf([])
  const codes = Array.from({ length: codesPerCall + 1 }, (_, index) => `C${index}`)
  await Promise.all(codes.map((code) => loader.load('unit', code)))
  expect(calls.map((call) => call.length - 1)).toEqual([codesPerCall, 1])
  await loader.load('unit', 'C0')
  expect(calls).toHaveLength(3)
})

it('hands a failure to everybody who waits', async () => {
  const loader = new CodeLoader<string, Place>(
    () => Promise.reject(new Error('down')),
    () => '',
  )
  const results = await Promise.allSettled([loader.load('unit', 'A'), loader.load('unit', 'B')])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
})
