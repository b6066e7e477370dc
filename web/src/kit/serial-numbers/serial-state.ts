import { label as inLanguage } from '../text/language.ts'
import { translate } from '../text/messages.ts'
import { readSerialNumbers } from '../text/read-serial-numbers.ts'
import { numberProblem, withNumbers } from '../text/serial-list.ts'
import type { SerialContext } from '../text/serial-list.ts'
import { serialMessages } from './serial-messages.ts'

/** What the editor of serial numbers holds. */
export interface SerialState {
  numbers: readonly string[]
  /** What is in the box. */
  typed: string
  /** The number that the arrow keys have reached, or that was entered last. */
  active: string | null
  /** What was wrong with the last entry; '' for nothing. */
  message: string
}

/** So many wrong entries of one paste are told. */
const toldMax = 3
/** So many options a page key moves. */
const pageStep = 7

/** The parts of a text that are no serial numbers, such as a range without an end. */
const wrongParts = (text: string): string =>
  readSerialNumbers(text)
    .problems.map((problem) => problem.text)
    .join(' ')

/** The text of the cell that the grid reads back: the numbers, and what is typed and not added yet. */
export function cellValue({ numbers, typed }: SerialState): string {
  const all = withNumbers(numbers, readSerialNumbers(typed).numbers).numbers
  return [...all, wrongParts(typed)].join(' ').trim()
}

/**
 * The state after a text was entered: its numbers are added, each once. What is doubled, wrong or not there is told at
 * once; what could not be read stays in the box.
 */
export function added(
  { numbers }: SerialState,
  text: string,
  context: Pick<SerialContext, 'elsewhere' | 'offered' | 'isWhole'>,
): SerialState {
  const read = readSerialNumbers(text)
  const { numbers: next, doubled } = withNumbers(numbers, read.numbers)
  const fresh = next.slice(numbers.length)
  const wrong = [
    ...read.problems.map(({ problem }) => inLanguage(problem)),
    ...doubled.map((number) =>
      translate(serialMessages, 'doubled', { number, position: next.indexOf(number) + 1 }),
    ),
    ...fresh.flatMap((number) => {
      const problem = numberProblem(number, context)
      if (problem === null) return []
      return [translate(serialMessages, 'problem', { number, problem: inLanguage(problem) })]
    }),
  ]
  return {
    numbers: next,
    typed: wrongParts(text),
    active: fresh.at(-1) ?? doubled[0] ?? null,
    message: wrong.slice(0, toldMax).join(inLanguage({ zh: '；', en: '; ' })),
  }
}

/** The state after a number was chosen, or removed if it was there; `reached` are the numbers in the order of the list. */
export function toggled(
  { numbers }: SerialState,
  number: string,
  reached: readonly string[],
): SerialState {
  const isGiven = numbers.includes(number)
  const at = reached.indexOf(number)
  return {
    numbers: isGiven ? numbers.filter((one) => one !== number) : [...numbers, number],
    typed: '',
    active: isGiven ? (reached[at + 1] ?? reached[at - 1] ?? null) : number,
    message: '',
  }
}

/** The number so many steps from the active one; before the first there is none. */
export function moved(
  active: string | null,
  step: number,
  reached: readonly string[],
): string | null {
  const at = active === null ? -1 : reached.indexOf(active)
  const next = Math.min(at + step, reached.length - 1)
  return reached[next] ?? null
}

/** What a key means to the editor; null if it ends the edit and is the grid's. */
export type SerialCommand =
  | { do: 'add' | 'takeOldest' | 'clearBox' | 'finish' }
  | { do: 'toggle'; number: string }
  | { do: 'move'; step: number }

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageStep,
  PageUp: -pageStep,
}

/** The command of a key press; `text` is what is in the box now, which a scanner fills faster than it is drawn. */
export function commandOf(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  text: string,
  { numbers, active }: Pick<SerialState, 'numbers' | 'active'>,
): SerialCommand | null {
  const isEmpty = text.trim() === ''
  const step = steps[event.key]
  if (step !== undefined) return { do: 'move', step }
  if (event.key === 'Escape') return { do: isEmpty ? 'finish' : 'clearBox' }
  if (event.key === 'Delete')
    return isEmpty && active !== null && numbers.includes(active)
      ? { do: 'toggle', number: active }
      : null
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return null
  if (event.altKey) return { do: 'takeOldest' }
  if (!isEmpty) return { do: 'add' }
  return active === null || numbers.includes(active) ? null : { do: 'toggle', number: active }
}
