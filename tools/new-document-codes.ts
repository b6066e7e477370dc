import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { soundOf } from './title-pinyin.ts'

// Codes that no other page or document has: the roles of pages, and the beginnings of numbers.

export const takenRoles = new Set(pageCatalogue.flatMap(({ role, groupRole }) => [role, groupRole]))

/** The pinyin initials of a title, as used for role codes; one letter more if another page has them. */
export function roleOf(title: string): string {
  const sounds = soundOf(title)
    .split(' ')
    .filter((sound) => sound !== '')
  const initials = sounds.map((sound) => sound[0]!.toUpperCase()).join('')
  const longer = sounds.map((sound) => sound.slice(0, 2).toUpperCase()).join('')
  return takenRoles.has(initials) ? longer : initials
}

export const takenPrefixes = new Set(Object.values<AnyDocument>(documents).map((one) => one.prefix))

/** Two letters of the name that are not the prefix of another document. */
export function freePrefix(name: string): string | undefined {
  const letters = name.replaceAll('-', '').toUpperCase()
  const initials = name
    .split('-')
    .map((word) => (word[0] ?? '').toUpperCase())
    .join('')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const choices = [
    initials.slice(0, 2).padEnd(2, letters[1] ?? 'X'),
    ...[...letters, ...alphabet].map((second) => `${letters[0]}${second}`),
  ]
  return choices.find((choice) => /^[A-Z]{2}$/.test(choice) && !takenPrefixes.has(choice))
}

/** `toolLoan` of `tool-loan`. */
export const identifierOf = (name: string): string =>
  name.replace(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
