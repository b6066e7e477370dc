import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** One figure: the measured value, its goal, and whether it is met. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** Readable: `>= 0.5`, `<= 1.2`. Empty for a figure without a goal. */
  goal: string
  holds: boolean | null
}

const figures: Figure[] = []

/** Adds a figure; without `goal` it is informational. */
export function record(
  name: string,
  value: number,
  unit: string,
  goal?: { atLeast?: number; atMost?: number },
): void {
  const rounded = Number(value.toPrecision(4))
  const text =
    goal?.atLeast !== undefined
      ? `>= ${goal.atLeast}`
      : goal?.atMost !== undefined
        ? `<= ${goal.atMost}`
        : ''
  const holds =
    goal?.atLeast !== undefined
      ? value >= goal.atLeast
      : goal?.atMost !== undefined
        ? value <= goal.atMost
        : null
  figures.push({ name, value: rounded, unit, goal: text, holds })
  console.log(
    `${name}: ${rounded} ${unit}${text === '' ? '' : ` (goal ${text}: ${holds ? 'holds' : 'does not hold'})`}`,
  )
}

/** A figure of this run by name, for comparison. */
export function valueOf(name: string): number {
  const figure = figures.find((known) => known.name === name)
  if (figure === undefined) throw new Error(`no figure "${name}" was recorded in this run`)
  return figure.value
}

/** Writes all figures; returns their number and whether every goal is met. */
export function writeFigures(path: string): { count: number; holds: boolean } {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(figures, null, 2)}\n`)
  return { count: figures.length, holds: figures.every((figure) => figure.holds !== false) }
}

/** The value below which this share of the list lies, 0 < share <= 1. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('no values to take a percentile of')
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]!
}
