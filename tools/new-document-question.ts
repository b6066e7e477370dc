/** A question of `npm run new-document`; each is also an option `--name=value`. */
export interface Question {
  name: string
  asks: string
  /** Default if there is no answer. */
  proposal?: (given: Answers) => string | undefined
  /** Only asked if this returns true. */
  when?: (given: Answers) => boolean
  /** The error in an answer; null if it is valid. */
  wrong: (answer: string, given: Answers) => string | null
}

export type Answers = Readonly<Record<string, string>>

export const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
export const chinese = (answer: string): string | null =>
  /\p{Script=Han}/u.test(answer) ? null : `a Chinese name, not "${answer}"`
export const english = (answer: string): string | null =>
  /^[A-Z][\x20-\x7e]*$/.test(answer)
    ? null
    : `an English name that begins with a capital, not "${answer}"`

/** A Chinese and an English title; null if they are written differently. */
export function titlesOf(text: string): { zh: string; en: string } | null {
  const [, zh = '', en = ''] = /^(\S+) (.+)$/.exec(text) ?? []
  return chinese(zh) === null && english(en) === null ? { zh, en } : null
}
