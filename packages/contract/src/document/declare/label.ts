/** A text in both languages of the product. */
export interface Label {
  zh: string
  en: string
}

export function label(zh: string, en: string): Label {
  return { zh, en }
}
