import {
  codeText,
  foreignSign,
  withoutFilledZeros,
  withoutZeros,
} from '@kufang/kernel/code-text.ts'
import type { CodeForm, Field } from './declare/field.ts'
import type { Label } from './declare/label.ts'

const forms: Record<CodeForm, (code: string) => string> = {
  capitals: (code) => code,
  filled: withoutFilledZeros,
  alpha: withoutZeros,
}

/** The form of a field's value, undefined if it is no code: a user is referred to by an id. */
export function codeFormOf({
  code,
  kind,
  master,
}: Pick<Field, 'code' | 'kind' | 'master'>): CodeForm | undefined {
  return kind === 'reference' && master !== 'user' ? 'filled' : code
}

/** A text in the form in which the code is kept. */
export function inCodeForm(form: CodeForm, given: string): string {
  return forms[form](codeText(given))
}

const signs = '. _ - / + # ( ) & : = % @ ~ [ ]'

/** What a code contains that no code does, named; null if nothing. */
export function codeProblem(code: string): Label | null {
  const foreign = foreignSign(code)
  if (foreign === null) return null
  if (code.startsWith(foreign) && signs.includes(foreign))
    return { zh: `不能以“${foreign}”开头`, en: `must not begin with "${foreign}"` }
  const name = shown(foreign)
  return {
    zh: `不能含有“${name}”，只能由字母、数字、空格和 ${signs} 组成`,
    en: `contains "${name}"; it has letters, digits, blanks and ${signs} only`,
  }
}

/** A character as a person can tell it: one that looks like nothing, by its number. */
export const shown = (character: string): string =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
    ? character
    : `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
