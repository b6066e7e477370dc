import { useCallback } from 'react'
import { renderTemplate } from '@kufang/kernel/refusal.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { withUnitWords } from '@kufang/contract/document/catalogue/unit-words.ts'
import { languageStore, useLanguage } from './language.ts'

/** Texts by key; a key without Chinese or English does not compile. */
export type MessageCatalogue = Readonly<Record<string, Label>>

type Placeholders<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? NameIn<Inner> | Placeholders<Rest>
  : never

/** `count` of `{count}` and of `{count|row|rows}`. */
type NameIn<Inner extends string> = Inner extends `${infer Name}|${string}` ? Name : Inner

/** The placeholders of a message in both languages. */
type ParametersOf<Message extends Label> = Placeholders<Message['zh']> | Placeholders<Message['en']>

type Arguments<Message extends Label> = [ParametersOf<Message>] extends [never]
  ? []
  : [parameters: Record<ParametersOf<Message>, string | number>]

export type Translate<Catalogue extends MessageCatalogue> = <Key extends keyof Catalogue>(
  key: Key,
  ...parameters: Arguments<Catalogue[Key]>
) => string

/** Replaces the placeholders of a text: `fill('{count} {count|row|rows}', { count: 3 })`. */
export function fill(text: string, parameters: Readonly<Record<string, string | number>>): string {
  return renderTemplate(text, parameters)
}

/** Both languages of a text with its placeholders replaced; units are named as people say them. */
export function filled(
  { zh, en }: Label,
  parameters: Readonly<Record<string, string | number>>,
): Label {
  return {
    zh: fill(zh, withUnitWords(parameters, 'zh')),
    en: fill(en, withUnitWords(parameters, 'en')),
  }
}

/** Declares a catalogue with literal types, so that keys and placeholders are checked. */
export function defineMessages<const Catalogue extends MessageCatalogue>(
  catalogue: Catalogue,
): Catalogue {
  return catalogue
}

/**
 * `t('selected', { count: 3 })` in the current language; the function is stable until the language changes, so that
 * memoised columns stay the same.
 */
export function useMessages<const Catalogue extends MessageCatalogue>(
  catalogue: Catalogue,
): Translate<Catalogue> {
  const { language } = useLanguage()
  return useCallback(
    (key, ...parameters) => fill(catalogue[key]?.[language] ?? '', parameters[0] ?? {}),
    [catalogue, language],
  )
}

/** The same outside components. */
export function translate<const Catalogue extends MessageCatalogue, Key extends keyof Catalogue>(
  catalogue: Catalogue,
  key: Key,
  ...parameters: Arguments<Catalogue[Key]>
): string {
  return fill(catalogue[key]?.[languageStore.get()] ?? '', parameters[0] ?? {})
}
