import { isLocalDate } from '@kufang/kernel/local-date.ts'
import { normalizeText } from './edm.ts'
import type { Property, Value } from './edm.ts'
import { ODataError } from './odata-error.ts'

/** A literal of a URL or filter with its type. */
export interface Literal {
  readonly form:
    | 'text'
    | 'number'
    | 'boolean'
    | 'null'
    | 'moment'
    | 'zoned-moment'
    | 'time'
    | 'guid'
  readonly text: string
}

const literalPattern =
  /^(?:(datetimeoffset|datetime|time|guid)?'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)[MmDdFfLl]?|(true|false)|(null))/

/** Reads the literal at the start of a text; null if there is none. */
export function readLiteral(text: string): { literal: Literal; length: number } | null {
  const match = literalPattern.exec(text)
  if (match === null) return null
  const [whole, type, quoted, number, boolean] = match
  const length = whole.length
  if (quoted !== undefined) {
    const plain = quoted.replaceAll("''", "'")
    if (type === 'datetimeoffset') return { literal: { form: 'zoned-moment', text: plain }, length }
    if (type === 'datetime') return { literal: { form: 'moment', text: plain }, length }
    if (type === 'time') return { literal: { form: 'time', text: plain }, length }
    if (type === 'guid') return { literal: { form: 'guid', text: plain }, length }
    return { literal: { form: 'text', text: plain }, length }
  }
  if (number !== undefined) return { literal: { form: 'number', text: number }, length }
  if (boolean !== undefined) return { literal: { form: 'boolean', text: boolean }, length }
  return { literal: { form: 'null', text: 'null' }, length }
}

/** The literal in the stored format of this property; throws 400 for incompatible types. */
export function literalValue(property: Property, literal: Literal): Value {
  const { form, text } = literal
  if (form === 'null') return null
  switch (property.kind) {
    case 'string':
      if (form !== 'text') break
      return property.form === 'numeric' || property.form === 'alpha'
        ? normalizeText(property.form, text)
        : text
    case 'guid':
      if (form !== 'guid') break
      return text
    case 'decimal':
      if (form !== 'number') break
      return text
    case 'boolean':
      if (form !== 'boolean') break
      return text === 'true'
    case 'time':
      if (form !== 'time') break
      return text
    case 'date':
      if (form !== 'moment') break
      return dayOrMoment(text)
    case 'timestamp': {
      if (form !== 'zoned-moment' && form !== 'moment') break
      const zoned = form === 'moment' && !/[Zz]|[+-]\d\d:\d\d$/.test(text) ? `${text}Z` : text
      const moment = Date.parse(zoned)
      if (!Number.isNaN(moment)) return moment
      break
    }
    default:
      return property.kind satisfies never
  }
  throw new ODataError(
    400,
    '/IWBEP/CM_MGW_RT/176',
    `Invalid format (return table): '${text}' is no value of property '${property.name}'`,
  )
}

// Dates are compared as text; a date with a time sorts after the date itself.
function dayOrMoment(text: string): string {
  const day = text.slice(0, 10)
  if (!isLocalDate(day)) {
    throw new ODataError(400, '/IWBEP/CM_MGW_RT/176', `Invalid date: '${text}'`)
  }
  return /^T00:00(?::00(?:\.0+)?)?Z?$|^$/.test(text.slice(10)) ? day : text
}
