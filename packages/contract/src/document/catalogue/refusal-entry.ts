/** What a refusal is to a person, with the numbers as `{names}`. */
export interface RefusalEntry {
  /** HTTP status it is mapped to, once. */
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  zh: string
  en: string
}

/** One line of a catalogue of refusals. */
export const entry = (status: RefusalEntry['status'], zh: string, en: string): RefusalEntry => ({
  status,
  zh,
  en,
})
