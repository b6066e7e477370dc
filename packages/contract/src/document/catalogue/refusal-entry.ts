/** The text of a refusal, with parameters as `{names}`. */
export interface RefusalEntry {
  /** The HTTP status of the response. */
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  zh: string
  en: string
}

/** Builds an entry of a refusal catalogue. */
export const entry = (status: RefusalEntry['status'], zh: string, en: string): RefusalEntry => ({
  status,
  zh,
  en,
})
