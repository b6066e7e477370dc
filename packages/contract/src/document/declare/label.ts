/** A text in both languages of the product. */
export interface Label {
  zh: string
  en: string
}

/**
 * A label within a sentence: in English it begins with a small letter, unless it begins with an abbreviation (SAP, WBS).
 */
export function inSentence({ zh, en }: Label): Label {
  const isAbbreviation = /^[A-Z][^a-z]/.test(en)
  return { zh, en: isAbbreviation ? en : en.charAt(0).toLowerCase() + en.slice(1) }
}

export function label(zh: string, en: string): Label {
  return { zh, en }
}
