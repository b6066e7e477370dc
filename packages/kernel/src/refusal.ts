/** Numbers and names that belong to a refusal and appear in its message. */
export type RefusalParams = Record<string, string | number>

/** Where on the screen a refusal belongs: the line (1 for the first) and the field of it. */
export interface RefusalPlace {
  line?: number | undefined
  field?: string | undefined
}

/** One thing that is wrong, as it travels to the browser. */
export interface RefusalDetail extends RefusalPlace {
  code: string
  params: RefusalParams
}

/**
 * A "no" that a user can meet and understand: a code listed by the contract, with the numbers of
 * the case. Thrown inside a transaction it rolls everything back; it is mapped to HTTP in one
 * place and shown on its line or field. Anything else that is thrown is a bug.
 */
export class Refusal extends Error {
  readonly code: string
  readonly params: RefusalParams
  // `declare` keeps an absent place absent instead of an own property that is undefined.
  declare readonly line?: number | undefined
  declare readonly field?: string | undefined
  /** The further refusals of the same attempt, after this one. */
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

/** Makes a refusal for the caller to throw: `throw refuse('beyond-open', {open: '3'}, {line: 2})`. */
export function refuse(
  code: string,
  params: RefusalParams = {},
  place: RefusalPlace = {},
): Refusal {
  return new Refusal({ code, params, ...place })
}

/**
 * One refusal for everything found wrong in one attempt, so that a person corrects all of it at
 * once: the first is the head, the others follow in `also`. An empty list is a caller's bug.
 */
export function refuseAll(details: readonly RefusalDetail[]): Refusal {
  const [head, ...also] = details
  if (head === undefined) throw new RangeError('refuseAll needs at least one detail')
  return new Refusal(head, also)
}

export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Refusal
}

/** Everything a refusal says, its head first, in the shape that travels. */
export function refusalDetails(refusal: Refusal): RefusalDetail[] {
  const head: RefusalDetail = { code: refusal.code, params: refusal.params }
  if (refusal.line !== undefined) head.line = refusal.line
  if (refusal.field !== undefined) head.field = refusal.field
  return [head, ...(refusal.also ?? [])]
}

/**
 * Puts params into a message: every `{name}` becomes its value. A name without a value stays as
 * it is, so that a wrong message is seen and not silently shortened.
 */
export function renderTemplate(template: string, params: RefusalParams): string {
  return template.replace(/\{([A-Za-z_$][\w$]*)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  )
}

function describe(detail: RefusalDetail): string {
  const place = [
    detail.line === undefined ? '' : ` line ${detail.line}`,
    detail.field === undefined ? '' : ` field ${detail.field}`,
  ].join('')
  const params = Object.keys(detail.params).length === 0 ? '' : ` ${JSON.stringify(detail.params)}`
  return `${detail.code}${place}${params}`
}
