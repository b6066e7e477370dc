import { expect, test } from 'vitest'
import { GridContents } from './grid-contents.tsx'

/** The part of an element that a portal needs. */
const place = (): HTMLElement => ({ nodeType: 1 }) as HTMLElement

test('a screen full of cells is told once, and all of them are there before the next task', async () => {
  const contents = new GridContents()
  let told = 0
  contents.subscribe(() => (told += 1))
  const cells = Array.from({ length: 1000 }, place)
  for (const [at, cell] of cells.entries()) contents.set(cell, `第 ${at} 格`)
  for (const cell of cells.slice(0, 400)) contents.delete(cell)
  expect(told).toBe(0)
  await Promise.resolve()
  expect(told).toBe(1)
  expect(contents.get()).toHaveLength(600)
})

test('a cell drawn again keeps its place in what React knows, and what nobody touched stays as it was', async () => {
  const contents = new GridContents()
  const [first, second] = [place(), place()]
  contents.set(first, '球阀')
  contents.set(second, '闸阀')
  await Promise.resolve()
  const before = contents.get()
  expect(contents.get()).toBe(before)
  contents.set(first, '截止阀')
  await Promise.resolve()
  const after = contents.get()
  expect(after[0]?.key).toBe(before[0]?.key)
  expect(after[0]?.children).toBe('截止阀')
  expect(after[1]).toBe(before[1])
})
