import { fromSapDate, isLocalDate } from '@kufang/kernel/local-date.ts'
import { NumberProblem } from '@kufang/kernel/quantity.ts'
import { parseDecimal } from '@kufang/kernel/decimal-text.ts'
import { ODataError } from './odata-error.ts'

/**
 * The primitive types of OData V2 as used by S/4HANA. Rows contain: text in external format (numeric text without
 * leading zeros), decimals as canonical text, dates as 'yyyy-MM-dd', timestamps as milliseconds, times as 'PT1H54M1S'.
 */
export type EdmKind = 'string' | 'decimal' | 'date' | 'timestamp' | 'time' | 'boolean' | 'guid'

/** The format of a text: numeric (NUMC, displayed without zeros), alpha (ALPHA exit), upper case. */
export type TextForm = 'plain' | 'upper' | 'numeric' | 'alpha'

export interface Property {
  readonly name: string
  readonly kind: EdmKind
  /** Length of a text, digits of a decimal. */
  readonly length: number
  readonly scale: number
  readonly form: TextForm
  /** Without a value it is null instead of its initial value. */
  readonly isNullable?: boolean
}

export type Value = string | number | boolean | null
export type Row = Record<string, Value>

const textForms: Record<string, TextForm> = { '': 'plain', u: 'upper', n: 'numeric', a: 'alpha' }

/**
 * Parses properties from a comma-separated text: `Material 40a` (text of 40, ALPHA), `Batch 10u` (upper case),
 * `PurchaseOrderItem 5n` (numeric text), `QuantityInBaseUnit 13.3` (decimal; `14.3?` is null without a value), and
 * `date`, `timestamp`, `time`, `boolean`, `guid`.
 */
export function parseProperties(text: string): Property[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseProperty)
}

function parseProperty(text: string): Property {
  const [name = '', type = ''] = text.split(/\s+/)
  const decimal = /^(\d+)\.(\d+)(\??)$/.exec(type)
  if (decimal !== null) {
    const [length, scale] = [Number(decimal[1]), Number(decimal[2])]
    const isNullable = decimal[3] === '?'
    return {
      name,
      kind: 'decimal',
      length,
      scale,
      form: 'plain',
      ...(isNullable && { isNullable }),
    }
  }
  const string = /^(\d+)([una]?)$/.exec(type)
  if (string !== null) {
    const form = textForms[string[2] ?? ''] ?? 'plain'
    return { name, kind: 'string', length: Number(string[1]), scale: 0, form }
  }
  switch (type) {
    case 'date':
    case 'timestamp':
    case 'time':
    case 'boolean':
    case 'guid':
      return { name, kind: type, length: 0, scale: 0, form: 'plain' }
    default:
      throw new Error(`no type: "${text}"`)
  }
}

/** Text in SAP's external format: numeric text and all-digit ALPHA text lose leading zeros. */
export function normalizeText(form: TextForm, text: string): string {
  switch (form) {
    case 'plain':
      return text
    case 'upper':
      return text.toUpperCase()
    case 'numeric':
      return text.replace(/^0+/, '')
    case 'alpha':
      return /^\d+$/.test(text) ? text.replace(/^0+/, '') : text.toUpperCase()
    default:
      return form satisfies never
  }
}

/** The initial value of a property, returned for an unset column. */
export function initialValue(property: Property): Value {
  if (property.isNullable === true) return null
  switch (property.kind) {
    case 'string':
    case 'guid':
      return ''
    case 'decimal':
      return '0'
    case 'boolean':
      return false
    case 'time':
      return 'PT00H00M00S'
    case 'date':
    case 'timestamp':
      return null
    default:
      return property.kind satisfies never
  }
}

/** Reads a value from a JSON request body; throws the 400 of the gateway's parser if it is invalid. */
export function readJsonValue(property: Property, value: unknown): Value {
  if (value === null || value === undefined) return initialValue(property)
  switch (property.kind) {
    case 'string':
    case 'guid':
      return readText(property, value)
    case 'decimal':
      return readDecimal(property, value)
    case 'boolean':
      if (typeof value !== 'boolean') throw invalidValue(property, value)
      return value
    case 'time':
      if (typeof value !== 'string' || !value.startsWith('PT')) throw invalidValue(property, value)
      return value
    case 'date':
      return readDate(property, value)
    case 'timestamp':
      return readTimestamp(property, value)
    default:
      return property.kind satisfies never
  }
}

function readText(property: Property, value: unknown): string {
  if (typeof value !== 'string') throw invalidValue(property, value)
  if (property.length > 0 && value.length > property.length) {
    throw new ODataError(
      400,
      '/IWCOR/CX_DS_EDM_FACET_ERROR',
      `Property '${property.name}' has invalid value '${value}': maximum length is ${property.length}`,
    )
  }
  if (property.form === 'numeric' && !/^\d*$/.test(value)) throw invalidValue(property, value)
  return normalizeText(property.form, value)
}

function readDecimal(property: Property, value: unknown): string {
  // JSON numbers are refused, as by the gateway: decimals are sent as strings.
  if (typeof value !== 'string') throw invalidValue(property, value)
  try {
    const text = parseDecimal(value, property.scale)
    const integerDigits = text.replace(/^-/, '').split('.')[0]?.length ?? 0
    if (integerDigits > property.length - property.scale) throw invalidValue(property, value)
    return text
  } catch (problem) {
    if (problem instanceof NumberProblem) throw invalidValue(property, value)
    throw problem
  }
}

function readDate(property: Property, value: unknown): string {
  try {
    return fromSapDate(String(value))
  } catch {
    throw invalidValue(property, value)
  }
}

function readTimestamp(property: Property, value: unknown): number {
  const text = String(value)
  const ticks = /^\/Date\((-?\d+)(?:[+-]\d+)?\)\/$/.exec(text)
  const moment = ticks === null ? Date.parse(text) : Number(ticks[1])
  if (Number.isNaN(moment)) throw invalidValue(property, value)
  return moment
}

export function invalidValue(property: Property, value: unknown): ODataError {
  const text = `Property '${property.name}' has invalid value '${String(value)}'`
  return new ODataError(400, 'CX_SXML_PARSE_ERROR', text)
}

/** The value in a JSON response. `padDecimals` keeps all decimals ("10.000", not "10"). */
export function writeJsonValue(property: Property, value: Value, padDecimals: boolean): Value {
  switch (property.kind) {
    case 'string':
    case 'guid':
    case 'boolean':
    case 'time':
      return value
    case 'decimal': {
      if (value === null) return null
      const text = String(value)
      return padDecimals ? padDecimal(text, property.scale) : text
    }
    case 'date':
      return isLocalDate(value) ? `/Date(${dayMilliseconds(value)})/` : null
    case 'timestamp':
      return value === null ? null : `/Date(${String(value)}+0000)/`
    default:
      return property.kind satisfies never
  }
}

function padDecimal(text: string, scale: number): string {
  const [integer = '0', fraction = ''] = text.split('.')
  return scale === 0 ? integer : `${integer}.${fraction.padEnd(scale, '0')}`
}

function dayMilliseconds(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** The value as a key or literal in a URL: `'text'`, `datetime'...'`. */
export function writeUriLiteral(property: Property, value: Value): string {
  switch (property.kind) {
    case 'date':
      return `datetime'${String(value)}T00:00:00'`
    case 'timestamp':
      return `datetimeoffset'${new Date(Number(value)).toISOString()}'`
    case 'guid':
      return `guid'${String(value)}'`
    case 'decimal':
      return `${String(value)}M`
    case 'boolean':
      return String(value)
    case 'time':
      return `time'${String(value)}'`
    case 'string':
      return `'${encodeURIComponent(String(value).replaceAll("'", "''"))}'`
    default:
      return property.kind satisfies never
  }
}
