// English forms of what sending and coming back are called: `Send for calibration`, `Lend`, `Enter the return`.

const irregular: Readonly<Record<string, string>> = {
  bring: 'brought',
  give: 'given',
  lend: 'lent',
  put: 'put',
  send: 'sent',
  take: 'taken',
}

/** The first word and the rest of a phrase; `Enter the return` is the verb of its noun. */
function partsOf(phrase: string): { verb: string; rest: string } {
  const [verb = '', ...rest] = phrase.replace(/^Enter the (?=\S)/, '').split(' ')
  return { verb: verb.toLowerCase(), rest: rest.map((word) => ` ${word}`).join('') }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `Sent for calibration` of `Send for calibration`. */
export function participle(phrase: string): string {
  const { verb, rest } = partsOf(phrase)
  const regular = verb.endsWith('e') ? `${verb}d` : `${verb.replace(/([^aeiou])y$/, '$1i')}ed`
  return capital(`${irregular[verb] ?? regular}${rest}`)
}

/** `sending for calibration` of `Send for calibration`; what is a noun as well stays one: `return from calibration`. */
export function doing(phrase: string): string {
  const { verb, rest } = partsOf(phrase)
  if (verb === 'return' || phrase.startsWith('Enter the ')) return `${verb}${rest}`
  return `${verb.endsWith('e') ? verb.slice(0, -1) : verb}ing${rest}`
}
