import { expect, test } from 'vitest'
import { changesOf, withNewestFunctions } from './grid-engine-options.ts'
import type { EngineOptions } from './grid-engine-options.ts'
import { newGridContext } from './column-defs.tsx'

interface Row {
  name: string
}

const rows: Row[] = [{ name: '球阀' }]
const context = newGridContext()
const options = (more: Partial<EngineOptions<Row>> = {}): EngineOptions<Row> => ({
  context,
  rowData: rows,
  ...more,
})

test('the engine keeps one function and reaches the one of the newest rendering', () => {
  const newest = { current: options({ getRowHeight: () => 28 }) }
  const given = withNewestFunctions(newest).getRowHeight
  const height = (): unknown => given?.({} as Parameters<typeof given>[0])
  expect(height()).toBe(28)
  newest.current = options({ getRowHeight: () => 40 })
  expect(height()).toBe(40)
  newest.current = options()
  expect(height()).toBeUndefined()
})

test('what is no function goes to the engine as it is', () => {
  expect(withNewestFunctions({ current: options({ headerHeight: 32 }) })).toEqual(
    options({ headerHeight: 32 }),
  )
})

test('the engine is told nothing when only functions differ', () => {
  const before = options({ onGridReady: () => undefined })
  expect(changesOf(before, options({ onGridReady: () => undefined }))).toBeNull()
})

test('the engine is told what is new, what is other and what is gone', () => {
  const others: Row[] = [{ name: '闸阀' }]
  const before = options({ headerHeight: 32, quickFilterText: 'DN' })
  const after = options({ rowData: others, headerHeight: 32, rowHeight: 28 })
  expect(changesOf(before, after)).toEqual({
    rowData: others,
    rowHeight: 28,
    quickFilterText: undefined,
  })
  expect(changesOf(before, after)?.rowData).toBe(others)
})
