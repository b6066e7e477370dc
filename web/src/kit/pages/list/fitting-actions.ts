import { textWidth } from '../../text/text-width.ts'

/** Padding and border of a button around its text, pixels. */
const aroundText = 34
/** Between two buttons, pixels. */
const gap = 8
/** Between the characters of a button with two Chinese characters antd inserts a space. */
const spaceInShortText = 5

/** An action of a bar: its button's text, and whether it can be executed now. */
export interface OfferedAction {
  name: string
  text: string
  isPossible: boolean
  /** The action of the primary button and of Ctrl+Enter, which always fits. */
  isPrimary?: boolean
}

/** Buttons have text of 14 px, tables of 13 px. */
const letterScale = 14 / 13

/** The width of a button with this text and the gap beside it, in pixels. */
export function buttonWidth(text: string): number {
  return Math.ceil(textWidth(text) * letterScale) + aroundText + spaceInShortText + gap
}

/**
 * The actions of which the buttons fit in one row. The primary one takes precedence, then the possible ones; the others
 * are in the menu, which takes the width of a button itself.
 *
 * @param room for all buttons, pixels
 * @param menuText the text of the menu's button
 */
export function fittingActions(
  actions: readonly OfferedAction[],
  room: number,
  menuText: string,
): ReadonlySet<string> {
  const sum = actions.reduce((width, { text }) => width + buttonWidth(text), 0)
  if (sum <= room) return new Set(actions.map(({ name }) => name))
  let left = room - buttonWidth(menuText)
  const fitting = new Set<string>()
  const rank = ({ isPrimary, isPossible }: OfferedAction): number =>
    isPrimary === true ? 2 : Number(isPossible)
  const byUse = actions.toSorted((one, other) => rank(other) - rank(one))
  for (const { name, text, isPrimary } of byUse) {
    left -= buttonWidth(text)
    if (left < 0 && isPrimary !== true) break
    fitting.add(name)
  }
  return fitting
}
