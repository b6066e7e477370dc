import type { Label } from '@kufang/contract/document/declare/label.ts'
import { oneYearSeconds, readCookie, writeCookie } from '../state/cookie.ts'
import { createStore, useStore } from '../state/store.ts'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

const cookieName = 'language'

/** zh unless English was chosen; `zh_CN` and `zh-CN` are read as zh (shell.md section 1). */
function initialLanguage(): Language {
  return typeof document !== 'undefined' && readCookie(cookieName)?.startsWith('en') === true
    ? 'en'
    : 'zh'
}

export const languageStore = createStore<Language>(initialLanguage(), (language) => {
  writeCookie(cookieName, language, oneYearSeconds)
  document.documentElement.lang = htmlLanguage(language)
})

/** The language tag for the document, for `Intl` and for the Accept-Language header. */
export function htmlLanguage(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en'
}

/**
 * The text in the current language. Components also call `useLanguage` to re-render on a change of language; elsewhere
 * (toasts, requests) this is sufficient.
 */
export function label(text: Label | string): string {
  return typeof text === 'string' ? text : text[languageStore.get()]
}

/** Joins items with the list separator of the language. */
export function listed(items: readonly (string | number)[]): string {
  return items.join(label({ zh: '、', en: ', ' }))
}

/** Appends a detail in the brackets of the language. */
export function withDetail(text: string, detail: string | number): string {
  return text + label({ zh: `（${detail}）`, en: ` (${detail})` })
}

const labelIn: Record<Language, (text: Label | string) => string> = {
  zh: (text) => (typeof text === 'string' ? text : text.zh),
  en: (text) => (typeof text === 'string' ? text : text.en),
}

/** The current language and functions bound to it; re-renders on a change. */
export function useLanguage(): {
  language: Language
  label: (text: Label | string) => string
  setLanguage: (language: Language) => void
} {
  const language = useStore(languageStore)
  return { language, label: labelIn[language], setLanguage: languageStore.set }
}
