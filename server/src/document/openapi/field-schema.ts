import type { Field, Fields, MasterName } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { serialNumberLengthMax, serialNumbersMax } from '@kufang/contract/document/serial-number.ts'
import {
  itemLengthMax,
  listItemsMax,
  textLengthMax,
} from '@kufang/contract/document/field-value.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { both, type Schema } from '../../platform/openapi/open-api.ts'

/** `entered`: as sent, checked by `readFieldValue`; `row`: as answered. */
export type Use = 'entered' | 'row'

const exact = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' } as const

const masterExamples: Readonly<Record<MasterName, string>> = {
  company: '1010',
  plant: '0001',
  'storage-location': '1001',
  bin: 'A-01',
  material: 'M-VALVE',
  'material-group': 'G1',
  supplier: '100001',
  unit: 'EA',
  'picking-unit': 'U1',
  requester: 'P1',
  'excess-tolerance': '10',
  user: 'storekeeper',
  'valuation-type': 'NEW',
  consignor: '01',
  'inspection-characteristic': 'C10',
  vehicle: 'V1',
  'safety-data-sheet': 'SDS-001',
  'delivery-place': 'PSD01',
  'distribution-catalogue': '2026-01-01',
  'construction-contract': 'HT-2026-001',
  'external-code': 'KGM',
  'inspection-unit': 'ZJ01',
  'receiving-unit': 'SH01',
  'picking-unit-storage-location': 'A001',
  'picking-unit-plant': '0001',
  'picking-unit-cross-location': 'A001',
  'storage-location-display': 'A001',
  department: 'BM01',
  'material-class': '40141604',
  'hazardous-substance': '18',
  'material-pair': 'M-VALVE',
  'safe-stock-maintainer': 'maintainer',
  'safe-stock-requester': 'requester',
  'safe-stock-location': 'A001',
  'stock-age': '2',
  driver: 'D1',
}

/**
 * The schema of a declared field: its type and limits, labels of its codes, unit and master, in both languages.
 * @param mayBeEmpty whether the value may be null
 */
export function fieldSchema(
  field: Field,
  use: Use,
  mayBeEmpty: boolean,
  label: Label = field.label,
): Schema {
  const { type, ...rest } = typeOf(field, use)
  const words = wordsOf(field, use)
  const codes = rest['enum'] as readonly string[] | undefined
  return {
    title: both(label),
    ...(words === '' ? {} : { description: words }),
    type: mayBeEmpty ? [type, 'null'] : type,
    ...rest,
    // The database keeps some codes that are not given as ''.
    ...(codes === undefined || !mayBeEmpty
      ? {}
      : { enum: [...new Set([...codes, ...(use === 'row' ? [''] : []), null])] }),
    ...(field.kind === 'choice' ? { 'x-labels': field.choices } : {}),
    ...(field.master === undefined ? {} : { 'x-master': field.master }),
    ...(field.unit === undefined ? {} : { 'x-unit': field.unit }),
    examples: [valueOf(field, use)],
  }
}

function typeOf(field: Field, use: Use): Schema {
  const { kind, lengthMax, minimum, maximum, decimals = 3 } = field
  switch (kind) {
    case 'text':
    case 'reference':
      return {
        type: 'string',
        ...(use === 'entered' ? { maxLength: lengthMax ?? textLengthMax } : {}),
      }
    case 'quantity':
      // With a unit behind it, it is converted to the base unit.
      return use === 'row'
        ? exact
        : { type: 'string', pattern: `^\\d+(\\.\\d{1,${decimals}})?( ?[^\\s\\d.,+-]\\S*)?$` }
    case 'decimal':
      return use === 'row' ? exact : { type: 'string', pattern: `^-?\\d+(\\.\\d{1,${decimals}})?$` }
    case 'money':
      return use === 'row' ? exact : { type: 'string', pattern: '^-?\\d+(\\.\\d{1,2})?$' }
    case 'integer':
      return {
        type: 'integer',
        ...(minimum === undefined || use === 'row' ? {} : { minimum: Number(minimum) }),
        ...(maximum === undefined || use === 'row' ? {} : { maximum: Number(maximum) }),
      }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'instant':
      return { type: 'string', format: 'date-time' }
    case 'flag':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'string', enum: Object.keys(field.choices ?? {}) }
    case 'list':
      return {
        type: 'array',
        items: { type: 'string', ...(use === 'entered' ? { maxLength: itemLengthMax } : {}) },
        ...(use === 'entered' ? { maxItems: listItemsMax } : {}),
      }
    case 'serialNumbers':
      return {
        type: 'array',
        items: { type: 'string', maxLength: serialNumberLengthMax },
        maxItems: serialNumbersMax,
      }
  }
}

/** What the type does not say. */
function wordsOf(field: Field, use: Use): string {
  const { kind, choices = {}, master, unit, minimum, maximum, suggestions = [] } = field
  const isEntered = use === 'entered'
  const isNumber = kind === 'quantity' || kind === 'decimal' || kind === 'money'
  const codes = Object.entries(choices).map(([code, label]) => `${code || '""'}: ${both(label)}`)
  const sentences = [
    ...(codes.length === 0 ? [] : [codes.join('; ')]),
    ...(master === undefined ? [] : [`主数据 ${master} 的编码 / a code of the master ${master}`]),
    ...(kind === 'quantity' ? [unitWords(unit, isEntered)] : []),
    ...(isNumber && isEntered && minimum !== undefined
      ? [`不小于 ${minimum} / at least ${minimum}`]
      : []),
    ...(isNumber && isEntered && maximum !== undefined
      ? [`不大于 ${maximum} / at most ${maximum}`]
      : []),
    ...(isEntered && field.isNotPast === true ? ['不早于今天 / not before today'] : []),
    ...(isEntered && field.isEnteredIfEmpty === true
      ? ['前置单据没有时填写 / entered where the predecessor has none']
      : []),
    ...(isEntered && suggestions.length > 0
      ? [`常用值 / usual values: ${suggestions.map(both).join('; ')}`]
      : []),
    ...(field.isAmount === true
      ? ['仅对有金额角色的人可见 / shown only to those with an amounts role']
      : []),
  ]
  return sentences.join('. ')
}

function unitWords(unit: string | undefined, isEntered: boolean): string {
  if (unit !== undefined) return `单位见字段 ${unit} / in the unit of the field ${unit}`
  return isEntered
    ? '基本单位；可写明其他单位，如 "5 BOX" / in the base unit, or with another unit, such as "5 BOX"'
    : '基本单位 / in the base unit'
}

/** A value such as the field has. */
function valueOf(field: Field, use: Use): unknown {
  const { kind, choices = {}, master, usual, lengthMax, minimum, suggestions = [], label } = field
  switch (kind) {
    case 'reference':
      return master === undefined ? '1' : masterExamples[master]
    case 'text':
      return [...(suggestions[0]?.zh ?? label.zh)].slice(0, lengthMax ?? textLengthMax).join('')
    case 'quantity':
      return '10'
    case 'money':
      return '125.00'
    case 'decimal':
      return minimum ?? '1'
    case 'integer':
      return Number(minimum ?? 1)
    case 'date':
      return use === 'entered' && field.isNotPast === true ? '2099-12-01' : '2026-11-25'
    case 'instant':
      return use === 'entered' && field.isNotPast === true
        ? '2099-12-01T02:00:00.000Z'
        : '2026-11-25T08:00:00.000Z'
    case 'flag':
      return true
    case 'choice':
      return usual ?? Object.keys(choices)[0] ?? null
    case 'list':
      return [label.zh]
    case 'serialNumbers':
      return ['7000123']
  }
}

/** Declared labels of a document that replace those of fields. */
export type Relabel = Partial<Record<string, Label>> | undefined

/** What a row of these fields has; amounts, what is internal, and what is hidden at first may be missing. */
export function rowProperties(
  fields: Fields,
  relabel?: Relabel,
  hidden: ReadonlySet<string> = new Set(),
): { properties: Record<string, Schema>; required: string[] } {
  const entries = Object.entries(fields)
  const isHidden = (name: string): boolean =>
    hidden.has(name) || fieldOf(fields, name).isInternal === true
  return {
    properties: Object.fromEntries(
      entries.map(([name, field]) => [
        name,
        fieldSchema(field, 'row', !field.required || isHidden(name), relabel?.[name]),
      ]),
    ),
    required: entries.flatMap(([name, { isAmount }]) =>
      isAmount === true || isHidden(name) ? [] : [name],
    ),
  }
}

/** What is sent of these fields; required ones must be there. */
export function enteredProperties(
  fields: Fields,
  relabel?: Relabel,
): { properties: Record<string, Schema>; required?: string[] } {
  const entries = Object.entries(fields)
  const required = entries.flatMap(([name, field]) => (field.required ? [name] : []))
  return {
    properties: Object.fromEntries(
      entries.map(([name, field]) => [
        name,
        fieldSchema(field, 'entered', !field.required, relabel?.[name]),
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** Codes with their labels as an enumeration. */
export function labelled(labels: Readonly<Record<string, Label>>): Schema {
  const codes = Object.keys(labels)
  return {
    type: 'string',
    enum: codes,
    description: Object.entries(labels)
      .map(([code, label]) => `${code}: ${both(label)}`)
      .join('; '),
    'x-labels': labels,
  }
}
