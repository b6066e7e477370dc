import type { GridOptions } from 'ag-grid-community'
import type { HasContents } from './grid-contents.tsx'

export type EngineOptions<Row> = GridOptions<Row> & { context: HasContents }

/** Wraps functions of the options in stable ones that call those of the latest render. */
export function withNewestFunctions<Row>(newest: {
  current: EngineOptions<Row>
}): EngineOptions<Row> {
  const entries = Object.entries(newest.current).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value] as const
    const call = (...values: unknown[]): unknown => {
      const known: unknown = newest.current[name as keyof EngineOptions<Row>]
      return typeof known === 'function' ? (known(...values) as unknown) : undefined
    }
    return [name, call] as const
  })
  return Object.fromEntries(entries) as unknown as EngineOptions<Row>
}

/** The changed options to pass to AG Grid; null if nothing changed. */
export function changesOf<Row>(
  before: EngineOptions<Row>,
  after: EngineOptions<Row>,
): GridOptions<Row> | null {
  const names = Object.keys({ ...before, ...after }) as (keyof EngineOptions<Row>)[]
  const changed = names.filter(
    (name) => typeof after[name] !== 'function' && !Object.is(before[name], after[name]),
  )
  if (changed.length === 0) return null
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as GridOptions<Row>
}
