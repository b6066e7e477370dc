import { writeFileSync } from 'node:fs'

/** One figure of the run, and whether its goal is met; a figure without a goal counts as met. */
export interface Figure {
  name: string
  value: number
  unit: string
  goal: string
  holds: boolean
}

/** Prints and collects figures; the file is read by other tools. */
export class Figures {
  readonly #figures: Figure[] = []
  readonly #say: (line: string) => void

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  /** @param most the goal: at most this value; least: at least this value */
  add(
    name: string,
    value: number,
    unit: string,
    goal: { most?: number; least?: number } = {},
  ): void {
    const { most, least } = goal
    const holds = (most === undefined || value <= most) && (least === undefined || value >= least)
    const words = [
      ...(least === undefined ? [] : [`>= ${least}`]),
      ...(most === undefined ? [] : [most === 0 ? 'none' : `<= ${most}`]),
    ].join(' and ')
    this.#figures.push({ name, value, unit, goal: words, holds })
    this.#say(
      `${holds ? '  ' : '! '}${name}: ${value} ${unit}${words === '' ? '' : ` (goal ${words})`}`,
    )
  }

  get hold(): boolean {
    return this.#figures.every((figure) => figure.holds)
  }

  write(path: string): void {
    writeFileSync(path, `${JSON.stringify(this.#figures, null, 2)}\n`)
  }
}
