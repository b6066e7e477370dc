/** Values of a refusal that appear in its message. */
export type RefusalParams = Record<string, string | number>

/** The place of a refusal on the screen: its line (starting at 1) and field. */
export interface RefusalPlace {
  line?: number | undefined
  field?: string | undefined
}

/** One refusal as sent to the browser. */
export interface RefusalDetail extends RefusalPlace {
  code: string
  params: RefusalParams
}

/**
 * An expected refusal that the user can understand: a code listed by the contract, with its parameters. Throwing it
 * rolls the transaction back; it is mapped to HTTP in one place and shown at its line or field. Any other exception is
 * a bug.
 */
export class Refusal extends Error {
  readonly code: string
  readonly params: RefusalParams
  // `declare` avoids own properties with the value undefined.
  declare readonly line?: number | undefined
  declare readonly field?: string | undefined
  /** Further refusals of the same attempt. */
  declare readonly also?: RefusalDetail[] | undefined

  constructor(head: RefusalDetail, also: readonly RefusalDetail[] = []) {
    super(describe(head))
    this.name = 'Refusal'
    this.code = head.code
    this.params = head.params
    if (head.line !== undefined) this.line = head.line
    if (head.field !== undefined) this.field = head.field
    if (also.length > 0) this.also = [...also]
  }
}

/** Builds a refusal for the caller to throw: `throw refuse('beyond-open', {open: '3'}, {line: 2})`. */
export function refuse(
  code: string,
  params: RefusalParams = {},
  place: RefusalPlace = {},
): Refusal {
  return new Refusal({ code, params, ...place })
}

/** So many problems of one attempt are told; the others are counted. */
export const problemsMax = 100

/** The first problems of an attempt; the last one says how many more there are (`more-problems`), if there are. */
export function firstProblems(details: readonly RefusalDetail[]): readonly RefusalDetail[] {
  const told = details.filter(({ code }) => code !== 'more-problems')
  const more = countProblems(details) - Math.min(told.length, problemsMax)
  if (more === 0) return details
  return [...told.slice(0, problemsMax), { code: 'more-problems', params: { count: more } }]
}

/** How many problems these are, with those that are only counted. */
export function countProblems(details: readonly RefusalDetail[]): number {
  return details.reduce(
    (sum, { code, params }) => sum + (code === 'more-problems' ? Number(params['count']) : 1),
    0,
  )
}

/**
 * Combines all refusals of one attempt, so that the user can correct everything at once: the first is the head, the
 * others follow in `also`, at most `problemsMax` and how many more there are. Throws if the list is empty.
 */
export function refuseAll(details: readonly RefusalDetail[]): Refusal {
  const [head, ...also] = firstProblems(details)
  if (head === undefined) throw new RangeError('refuseAll needs at least one detail')
  return new Refusal(head, also)
}

export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Refusal
}

/** All details of a refusal, head first, as sent to the browser. */
export function refusalDetails(refusal: Refusal): RefusalDetail[] {
  const head: RefusalDetail = { code: refusal.code, params: refusal.params }
  if (refusal.line !== undefined) head.line = refusal.line
  if (refusal.field !== undefined) head.field = refusal.field
  return [head, ...(refusal.also ?? [])]
}

/** What a check refuses, instead of the refusal; any other error is thrown on. */
export async function problemsOf(check: () => Promise<unknown>): Promise<readonly RefusalDetail[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (isRefusal(error)) return refusalDetails(error)
    throw error
  }
}

/** A parameter in a message: `{name}`, or the noun that follows a number: `{name|line|lines}`. */
const placeholder = /\{([A-Za-z_$][\w$]*)(?:\|([^{}|]*)\|([^{}|]*))?\}/g

/** Only English nouns have two forms; Chinese texts need none. */
const numberForms = new Intl.PluralRules('en')

/**
 * Replaces every `{name}` of a message with its value, and every `{name|line|lines}` with the form of the noun for the
 * number of that name: `{count} {count|line|lines}`. A name without a value stays, so that a wrong message is noticed.
 */
export function renderTemplate(template: string, params: RefusalParams): string {
  return template.replace(placeholder, (whole, name: string, one?: string, many?: string) => {
    if (!Object.hasOwn(params, name)) return whole
    if (one === undefined || many === undefined) return String(params[name])
    // Numbers with thousands separators are no numbers, and more than one.
    return numberForms.select(Number(params[name])) === 'one' ? one : many
  })
}

/**
 * The sentence of a refusal. A part in square brackets is left out if a value in it is empty: `{material}[ in bin
 * {bin}]`. Parts are not nested.
 */
export function renderSentence(template: string, params: RefusalParams): string {
  const filled = template.replace(/\[([^[\]]*)\]/g, (_whole, part: string) =>
    [...part.matchAll(placeholder)].every(([, name = '']) => `${params[name] ?? ''}` !== '')
      ? part
      : '',
  )
  return renderTemplate(filled, params)
}

function describe(detail: RefusalDetail): string {
  const place = [
    detail.line === undefined ? '' : ` line ${detail.line}`,
    detail.field === undefined ? '' : ` field ${detail.field}`,
  ].join('')
  const params = Object.keys(detail.params).length === 0 ? '' : ` ${JSON.stringify(detail.params)}`
  return `${detail.code}${place}${params}`
}
