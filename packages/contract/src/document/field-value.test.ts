import { expect, test } from 'vitest'
import {
  choice,
  decimal,
  instant,
  integer,
  list,
  money,
  quantity,
  reference,
  serialNumbers,
  text,
  type Field,
} from './declare/field.ts'
import { label } from './declare/label.ts'
import { readFieldValue } from './field-value.ts'

const name = label('名称', 'Name')

const problemOf = (read: ReturnType<typeof readFieldValue>): unknown =>
  'code' in read ? (read.params['problem'] ?? read.code) : null

test('a text is as long as PostgreSQL counts it, and loses what a scanner adds', () => {
  const four = text(name, { lengthMax: 4 })
  expect(readFieldValue('remark', four, '𠮷𠮷𠮷𠮷')).toEqual({ value: '𠮷𠮷𠮷𠮷' })
  expect(problemOf(readFieldValue('remark', four, '𠮷𠮷𠮷𠮷𠮷'))).toBe('最多 4 个字符')
  expect(readFieldValue('remark', four, '\u001d A1\u0000 ')).toEqual({ value: 'A1' })
  expect(readFieldValue('remark', four, ' \u0000 ')).toEqual({ value: null })
  expect(problemOf(readFieldValue('remark', four, 4))).toBe('应为文字')
})

test('the quantity of a line is above zero, another may be zero, none is below', () => {
  expect(readFieldValue('accepted', quantity(name), '0')).toEqual({ value: '0' })
  expect(problemOf(readFieldValue('quantity', quantity(name), '0'))).toBe('quantity-not-positive')
  expect(problemOf(readFieldValue('accepted', quantity(name), '-1'))).toBe('不能小于 0')
  expect(problemOf(readFieldValue('accepted', quantity(name), 'ten'))).toBe('quantity-not-a-number')
})

test('numbers keep to the decimals and limits of their field, exactly', () => {
  const weight = decimal(name, { decimals: 1, minimum: '0.1' })
  expect(readFieldValue('weight', weight, '0.1')).toEqual({ value: '0.1' })
  expect(problemOf(readFieldValue('weight', weight, '0.15'))).toBe('最多 1 位小数')
  expect(problemOf(readFieldValue('weight', weight, '0'))).toBe('不能小于 0.1')
  const volume = decimal(name, { maximum: '123456789012345.678' })
  expect(problemOf(readFieldValue('volume', volume, '123456789012345.678'))).toBeNull()
  expect(problemOf(readFieldValue('volume', volume, '123456789012345.679'))).toBe(
    '不能大于 123456789012345.678',
  )
  expect(problemOf(readFieldValue('count', integer(name), '1.5'))).toBe('应为整数')
  expect(readFieldValue('count', integer(name), '12')).toEqual({ value: 12 })
  expect(problemOf(readFieldValue('amount', money(name, { maximum: '10' }), '10.01'))).toBe(
    '不能大于 10',
  )
})

test('a choice is one of its codes, a list of short texts names each once', () => {
  const kind = choice(name, { a: label('甲', 'A') })
  expect(readFieldValue('kind', kind, ' a ')).toEqual({ value: 'a' })
  expect(problemOf(readFieldValue('kind', kind, 'toString'))).toBe('不在可选值内')
  expect(readFieldValue('people', list(name), [' 张三', '张三', ''])).toEqual({ value: ['张三'] })
  expect(problemOf(readFieldValue('people', list(name), ['张三', 'x'.repeat(101)]))).toBe(
    '第 2 项最多 100 个字符',
  )
})

test('serial numbers are kept as SAP keeps them, one for each piece', () => {
  const numbers = serialNumbers(name)
  const read = (given: unknown) => readFieldValue('serialNumbers', numbers, given)
  expect(read([' ab-1', '0007', '', 'K 2'])).toEqual({ value: ['AB-1', '7', 'K 2'] })
  expect(read(['7', '007'])).toEqual({
    code: 'serial-number-doubled',
    params: { serialNo: '7', other: '' },
  })
  expect(problemOf(read(['1234567890ABCDEFGHI']))).toBe('1234567890ABCDEFGHI 超过 18 个字符')
  expect(problemOf(read('A1'))).toBe('应为序列号列表')
  expect(problemOf(read(Array.from({ length: 2001 }, (_none, index) => `A${index}`)))).toBe(
    '最多 2000 个',
  )
})

test('a code is kept in one form, as the ERP keeps it, and what no code contains is named', () => {
  const batch = text(name, { code: 'capitals', lengthMax: 10 })
  const read = (given: string, field: Field = batch) => readFieldValue('batch', field, given)
  for (const given of ['qa001', ' ＱＡ００１ ', '\u001dQa\u200b001'])
    expect(read(given)).toEqual({ value: 'QA001' })
  expect(read('k 2/1')).toEqual({ value: 'K 2/1' })
  expect(read('\u200b')).toEqual({ value: null })
  for (const [given, sign] of [
    ['A*', '*'],
    ['A,B', ','],
  ] as const)
    expect(problemOf(read(given))).toContain(`不能含有“${sign}”`)
  expect(problemOf(read('#N/A'))).toContain('不能以“#”开头')
  const costCenter = text(name, { code: 'alpha' })
  expect(read('0000001010', costCenter)).toEqual({ value: '1010' })
  expect(read('000000000013010008', reference(name, 'material'))).toEqual({ value: '13010008' })
  expect(read('0013', reference(name, 'plant'))).toEqual({ value: '0013' })
  // A person is referred to by an account, which is no code.
  expect(read('keeper', reference(name, 'user'))).toEqual({ value: 'keeper' })
})

test('a moment is one of an existing day, and its day is in the calendar', () => {
  const moment = instant(name)
  expect(readFieldValue('at', moment, '2026-11-25T10:00:00+08:00')).toEqual({
    value: '2026-11-25T02:00:00.000Z',
  })
  for (const given of ['2027-02-30T10:00:00Z', '箱子 12', '9999-12-31T23:00:00Z', 12])
    expect(problemOf(readFieldValue('at', moment, given))).toContain('应为时间')
})
