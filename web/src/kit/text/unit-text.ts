import { unitWord } from '@kufang/contract/document/catalogue/unit-words.ts'
import { languageStore } from './language.ts'

/** A unit as people say it in the current language: 盒 or BOX. '' for none. */
export function unitText(unit: unknown): string {
  return typeof unit === 'string' ? unitWord(unit, languageStore.get()) : ''
}

/** A number with its unit: "5 盒"; the number alone without one. */
export function withUnit(number: string, unit: unknown): string {
  return `${number} ${unitText(unit)}`.trim()
}
