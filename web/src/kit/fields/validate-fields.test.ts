import { describe, expect, it } from 'vitest'
import {
  choice,
  date,
  flag,
  integer,
  list,
  quantity,
  reference,
  text,
} from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { typedValues, validateFields, valueProblem } from './validate-fields.ts'

const name = label('名称', 'Name')
const fields = {
  reference: text(name, { required: true, lengthMax: 4 }),
  eta: date(name),
  packages: integer(name, { minimum: '0', maximum: '99' }),
  quantity: quantity(name),
  people: list(name, { required: true }),
  supplierNo: reference(name, 'supplier', { by: 'source', required: true }),
  state: text(name, { by: 'server', required: true }),
  isUrgent: flag(name),
  kind: choice(name, { a: label('甲', 'A') }),
}

describe('form validation', () => {
  it('asks for what is required and can be typed, and for nothing else', () => {
    expect(Object.keys(validateFields(fields, {}))).toEqual(['reference', 'people'])
    expect(Object.keys(validateFields(fields, { reference: '  ', people: [] }))).toEqual([
      'reference',
      'people',
    ])
  })

  it('takes a flag that nobody touched as off, and sends it so', () => {
    const frozen = { isFrozen: flag(name, { required: true }) }
    expect(validateFields(frozen, {})).toEqual({})
    expect(typedValues(frozen, {})).toEqual({ isFrozen: false })
    expect(typedValues(frozen, { isFrozen: true })).toEqual({ isFrozen: true })
    expect(typedValues({ isUrgent: fields.isUrgent }, {})).toEqual({})
  })

  it('counts characters, not code units', () => {
    expect(valueProblem('reference', fields.reference, '中文字符')).toBeNull()
    expect(valueProblem('reference', fields.reference, '𠮷𠮷𠮷𠮷')).toBeNull()
    expect(valueProblem('reference', fields.reference, '中文字符多')?.zh).toBe('最多 4 个字符')
  })

  it('refuses numbers that are none, too precise or outside the limits, with the number in the words', () => {
    expect(valueProblem('quantity', fields.quantity, '1.2345')?.zh).toContain('1.2345')
    expect(valueProblem('quantity', fields.quantity, 'ten')?.en).toContain('not a number')
    expect(valueProblem('packages', fields.packages, '100')?.zh).toBe('不能大于 99')
    expect(valueProblem('packages', fields.packages, '１００')?.zh).toBe('不能大于 99')
    expect(valueProblem('packages', fields.packages, '1,000')?.zh).toBe('不能大于 99')
    expect(valueProblem('packages', fields.packages, '-1')?.en).toBe('must not be less than 0')
    expect(valueProblem('packages', fields.packages, '99')).toBeNull()
  })

  it('knows the calendar', () => {
    expect(valueProblem('eta', fields.eta, '2026-02-29')).not.toBeNull()
    expect(valueProblem('eta', fields.eta, '2028-02-29')).toBeNull()
  })

  it('sends what can be typed only: numbers exact, empties as null', () => {
    const values = {
      reference: 'AB',
      quantity: '1,200.50',
      eta: '',
      people: ['张三'],
      state: 'draft',
      isUrgent: false,
      unknown: 1,
    }
    expect(typedValues(fields, values)).toEqual({
      reference: 'AB',
      quantity: '1200.5',
      eta: null,
      people: ['张三'],
      isUrgent: false,
    })
  })
})
