import './grid-modules.ts'
import { createGrid } from 'ag-grid-community'
import type { GridApi, GridOptions } from 'ag-grid-community'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { showTruncationTooltip } from './truncation-tooltip.ts'
import { DrawnContents } from './grid-contents.tsx'
import { changesOf, withNewestFunctions } from './grid-engine-options.ts'
import type { EngineOptions } from './grid-engine-options.ts'

/** The overlays of AG Grid are replaced by `GridState`. */
export const suppressOverlays: NonNullable<GridOptions['suppressOverlays']> = [
  'loading',
  'noRows',
  'noMatchingRows',
]

/**
 * An AG Grid instance. Functions in the options may change on every render, the latest are called; other options are
 * passed to AG Grid when they change, and initial-only options require another `key`. (ag-grid-react is not used,
 * because it renders each row and cell by React, which costs size and time.)
 */
export function GridEngine<Row>({ options }: { options: EngineOptions<Row> }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const engine = useRef<GridApi<Row> | null>(null)
  const newest = useRef(options)
  const told = useRef<EngineOptions<Row>>(options)
  useLayoutEffect(() => {
    newest.current = options
  })
  useLayoutEffect(() => {
    if (place.current === null) return undefined
    told.current = newest.current
    const frame = place.current
    const made = createGrid<Row>(frame, {
      ...withNewestFunctions(newest),
      // A moving header is drawn over the others.
      suppressColumnMoveAnimation: true,
    })
    engine.current = made
    frame.addEventListener('mouseover', showTruncationTooltip)
    return () => {
      frame.removeEventListener('mouseover', showTruncationTooltip)
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
