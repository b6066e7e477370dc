import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** One figure: what was measured, against what, and whether the goal holds. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** In words people read: `>= 0.5`, `<= 1.2`. Empty for a figure that only informs. */
  goal: string
  holds: boolean | null
}

const figures: Figure[] = []

/** Adds a figure; `goal` compares the value, none only informs. */
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

/** A figure of this run by its name, for what is held against it. */
export function valueOf(name: string): number {
  const figure = figures.find((known) => known.name === name)
  if (figure === undefined) throw new Error(`no figure "${name}" was recorded in this run`)
  return figure.value
}

/** Writes all figures; gives how many there are and whether every goal holds. */
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
