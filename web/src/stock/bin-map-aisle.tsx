import { memo, useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { toneOfMeaning, type BinMark } from '@kufang/contract/stock/bin-map.ts'
import { useThemeName } from '../kit/theme/preferences.ts'
import { toneColours } from '../kit/theme/tokens.ts'
import { useMessages } from '../kit/text/messages.ts'
import type { MapAisle, MapCell } from './bin-map-layout.ts'
import { mapMessages } from './bin-map-messages.ts'
import styles from './bin-map.module.css'

export type MapSize = 'small' | 'medium' | 'large'

/** Width and height of a cell, pixels. */
const cellSizes: Readonly<Record<MapSize, readonly [width: number, height: number]>> = {
  small: [20, 16],
  medium: [62, 34],
  large: [96, 52],
}
const labelWidth = 44
const headHeight = 18
const gap = 3

export interface AisleProps {
  aisle: MapAisle
  /** The number of its first row among those of the map. */
  firstRow: number
  size: MapSize
  marks: ReadonlyMap<string, BinMark>
  /** What the mark of a bin says in words, for screen readers. */
  wordsOf: (bin: string) => string
  /** Bins that are lit; null: nothing is searched for. */
  lit: ReadonlySet<string> | null
  /** The bin that has the focus, if it stands here. */
  current: string | null
  /** The bin that is open beside the map, if it stands here. */
  shown: string | null
  isEditing: boolean
  /** The bin that is carried, and the free place where it would be dropped. */
  target: { row: number; column: number } | null
}

/** So far outside of the view an aisle is drawn already, so that panning shows it at once. */
const nearMargin = '600px'

/** Whether an element is in view, or near it. */
function useIsNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: element.parentElement, rootMargin: nearMargin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}

/** One side of an aisle, as one sees it from the front. Its cells are drawn only where it is in view, or near it. */
export const AislePicture = memo(function AislePicture(props: AisleProps): ReactNode {
  const { aisle, size } = props
  const t = useMessages(mapMessages)
  const place = useRef<HTMLElement>(null)
  const isNear = useIsNear(place)
  const [width, height] = cellSizes[size]
  const area = aisle.area === '' ? t('noArea') : aisle.area
  const wide = labelWidth + aisle.columns.length * (width + gap)
  const high = headHeight + aisle.levels.length * (height + gap)
  return (
    <section
      ref={place}
      className={styles.aisle}
      aria-label={t('aisleOf', { area, aisle: aisle.aisle, count: aisle.binCount })}
    >
      <h3 className={styles.aisleName}>
        {t('aisle', { area, aisle: aisle.aisle })}
        <span className={styles.aisleCount}>{t('bins', { count: aisle.binCount })}</span>
      </h3>
      <svg width={wide} height={high} className={styles.picture}>
        {size !== 'small' &&
          aisle.columns.map(({ rack }, column) =>
            rack === aisle.columns[column - 1]?.rack ? null : (
              <text
                key={`${rack} ${column}`}
                x={labelWidth + column * (width + gap) + 2}
                y={headHeight - 5}
                className={styles.axis}
              >
                {t('rack', { rack })}
              </text>
            ),
          )}
        {aisle.levels.map((level, row) => (
          <text
            key={level}
            x={0}
            y={headHeight + row * (height + gap) + height / 2 + 4}
            className={styles.axis}
          >
            {size === 'small' ? level : t('level', { level })}
          </text>
        ))}
        {(isNear ? aisle.cells : []).map((cells, row) =>
          cells.map((cell, column) => (
            <Cell
              key={`${row} ${column}`}
              {...props}
              cell={cell}
              row={row}
              column={column}
              x={labelWidth + column * (width + gap)}
              y={headHeight + row * (height + gap)}
            />
          )),
        )}
      </svg>
    </section>
  )
})

function Cell(
  props: AisleProps & { cell: MapCell; row: number; column: number; x: number; y: number },
): ReactNode {
  const { cell, size, x, y, isEditing, target } = props
  const colours = toneColours[useThemeName()]
  const [width, height] = cellSizes[size]
  const row = props.firstRow + props.row
  const isTarget = target !== null && target.row === row && target.column === props.column
  const spot = { 'data-row': row, 'data-column': props.column }
  if (cell.bin === undefined) {
    if (!isEditing && size === 'small') return null
    return (
      <rect
        {...spot}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={2}
        className={isTarget ? styles.target : isEditing ? styles.free : styles.gap}
      />
    )
  }
  const { bin } = cell.bin
  const mark = props.marks.get(bin) ?? { meaning: 'empty', text: '', fill: 0 }
  const tone = colours[toneOfMeaning(mark.meaning)]
  const isDim = props.lit !== null && !props.lit.has(bin)
  const isLit = props.lit?.has(bin) === true
  const filled = Math.round(height * mark.fill)
  const classes = [styles.cell, isDim && styles.dim, !cell.bin.isActive && styles.inactive]
  return (
    <g
      {...spot}
      role="button"
      tabIndex={props.current === bin ? 0 : -1}
      data-bin={bin}
      data-meaning={mark.meaning}
      aria-label={props.wordsOf(bin)}
      aria-pressed={props.shown === bin}
      className={classes.filter(Boolean).join(' ')}
    >
      <title>{props.wordsOf(bin)}</title>
      <rect x={x} y={y} width={width} height={height} rx={2} className={styles.ground} />
      <rect
        x={x}
        y={y + height - filled}
        width={width}
        height={filled}
        rx={2}
        fill={size === 'small' ? tone.text : tone.background}
      />
      <rect
        x={x + 0.5}
        y={y + 0.5}
        width={width - 1}
        height={height - 1}
        rx={2}
        fill="none"
        stroke={isLit || isTarget ? 'var(--primary)' : tone.border}
        strokeWidth={isLit || isTarget || props.shown === bin ? 3 : 1}
      />
      {size !== 'small' && (
        <>
          <text x={x + 4} y={y + 13} className={styles.code}>
            {shortCode(bin, width)}
          </text>
          <text x={x + width - 4} y={y + height - 5} className={styles.mark} fill={tone.text}>
            {mark.text}
          </text>
        </>
      )}
    </g>
  )
}

/** The end of the code, which tells the bins of an aisle apart. */
function shortCode(bin: string, width: number): string {
  const room = Math.floor((width - 8) / 6.6)
  return bin.length <= room ? bin : `…${bin.slice(1 - room)}`
}
