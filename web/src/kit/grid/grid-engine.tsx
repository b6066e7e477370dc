import './grid-modules.ts'
import { createGrid } from 'ag-grid-community'
import type { GridApi, GridOptions } from 'ag-grid-community'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { DrawnContents } from './grid-contents.tsx'
import type { HasContents } from './grid-contents.tsx'

/** What the engine would say in place of rows is said by `GridState`. */
export const suppressOverlays: NonNullable<GridOptions['suppressOverlays']> = [
  'loading',
  'noRows',
  'noMatchingRows',
]

type Options<Row> = GridOptions<Row> & { context: HasContents }

/**
 * The table engine of one table. Functions among the options may change with every rendering, the
 * newest ones are called; other options are told to the engine when they change, those it only
 * takes at the beginning need another `key`. (The engine's own binding for React draws each row
 * and cell by React, which costs its size and, at every change, its time.)
 */
export function GridEngine<Row>({ options }: { options: Options<Row> }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const engine = useRef<GridApi<Row> | null>(null)
  const newest = useRef(options)
  const told = useRef<Options<Row>>(options)
  useLayoutEffect(() => {
    newest.current = options
  })
  useLayoutEffect(() => {
    if (place.current === null) return undefined
    told.current = newest.current
    const made = createGrid<Row>(place.current, withNewestFunctions(newest))
    engine.current = made
    return () => {
      engine.current = null
      made.destroy()
    }
  }, [])
  useLayoutEffect(() => {
    const changes = changesOf(told.current, options)
    told.current = options
    if (changes !== null) engine.current?.updateGridOptions(changes)
  }, [options])
  return (
    <>
      <div ref={place} style={{ height: '100%' }} />
      <DrawnContents contents={options.context.contents} />
    </>
  )
}

/** The options with functions that stay the same and call those of the newest rendering. */
function withNewestFunctions<Row>(newest: { current: Options<Row> }): Options<Row> {
  const entries = Object.entries(newest.current).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value] as const
    const call = (...values: unknown[]): unknown => {
      const known: unknown = newest.current[name as keyof Options<Row>]
      return typeof known === 'function' ? (known(...values) as unknown) : undefined
    }
    return [name, call] as const
  })
  return Object.fromEntries(entries) as unknown as Options<Row>
}

/** What the engine must be told; null when nothing changed. */
function changesOf<Row>(before: Options<Row>, after: Options<Row>): GridOptions<Row> | null {
  const names = Object.keys({ ...before, ...after }) as (keyof Options<Row>)[]
  const changed = names.filter(
    (name) => typeof after[name] !== 'function' && !Object.is(before[name], after[name]),
  )
  if (changed.length === 0) return null
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as GridOptions<Row>
}
