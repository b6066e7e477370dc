import { describe, expect, test } from 'vitest'
import {
  isRefusal,
  problemsMax,
  refusalDetails,
  refuse,
  refuseAll,
  renderSentence,
  renderTemplate,
} from './refusal.ts'
import type { RefusalDetail } from './refusal.ts'

describe('a refusal', () => {
  test('carries its code, numbers and place, and can be told from a bug', () => {
    const refusal = refuse(
      'quantity-beyond-open',
      { open: '3', wanted: '4' },
      { line: 2, field: 'quantity' },
    )
    expect(refusal).toBeInstanceOf(Error)
    expect(isRefusal(refusal)).toBe(true)
    expect(isRefusal(new Error('quantity-beyond-open'))).toBe(false)
    expect(isRefusal(undefined)).toBe(false)
    expect(refusal).toMatchObject({ code: 'quantity-beyond-open', line: 2, field: 'quantity' })
    expect(refusal.message).toBe(
      'quantity-beyond-open line 2 field quantity {"open":"3","wanted":"4"}',
    )
  })

  test('without a place has none at all', () => {
    const refusal = refuse('period-closed')
    expect(Object.hasOwn(refusal, 'line')).toBe(false)
    expect(Object.hasOwn(refusal, 'also')).toBe(false)
    expect(refusal.params).toEqual({})
    expect(refusalDetails(refusal)).toEqual([{ code: 'period-closed', params: {} }])
  })

  test('tells the first of very many problems and counts the others, also of those counted before', () => {
    const many = (count: number): RefusalDetail[] =>
      Array.from({ length: count }, (_, at) => ({ code: 'bin-unknown', params: {}, line: at + 1 }))
    const told = refusalDetails(refuseAll(many(200_000)))
    expect(told).toHaveLength(problemsMax + 1)
    expect(told.at(-1)).toEqual({ code: 'more-problems', params: { count: 199_900 } })
    expect(told.at(-2)?.line).toBe(problemsMax)
    expect(refusalDetails(refuseAll([...told, ...many(3)])).at(-1)?.params).toEqual({
      count: 199_903,
    })
    expect(refusalDetails(refuseAll(many(problemsMax)))).toHaveLength(problemsMax)
  })

  test('keeps everything found wrong, the first as its head', () => {
    const details: RefusalDetail[] = [
      { code: 'bin-unknown', params: { bin: 'A-01' }, line: 1, field: 'bin' },
      { code: 'batch-missing', params: {}, line: 3 },
      { code: 'period-closed', params: { period: '202601' } },
    ]
    const refusal = refuseAll(details)
    expect(refusal.code).toBe('bin-unknown')
    expect(refusal.also).toHaveLength(2)
    expect(refusalDetails(refusal)).toEqual(details)
  })

  test('of nothing is a bug of the caller', () => {
    expect(() => refuseAll([])).toThrow(RangeError)
  })
})

describe('a message template', () => {
  test('gets its values, each as often as it is named', () => {
    expect(
      renderTemplate('超出未清数量 {open}，本次 {wanted}；{open}', { open: '3', wanted: 4 }),
    ).toBe('超出未清数量 3，本次 4；3')
  })

  test('shows a name without a value, and does not read values as templates', () => {
    expect(renderTemplate('{missing} {toString}', {})).toBe('{missing} {toString}')
    expect(renderTemplate('{a}', { a: '{b} $& $1', b: 'no' })).toBe('{b} $& $1')
  })

  test('has the noun of a number in the form of that number, also of one with thousands separators', () => {
    const inForm = (count: number | string) =>
      renderTemplate('{count} {count|line is|lines are} in the form', { count })
    expect(inForm(1)).toBe('1 line is in the form')
    expect(inForm('1')).toBe('1 line is in the form')
    expect([0, 2, '1,234'].map(inForm)).toEqual([
      '0 lines are in the form',
      '2 lines are in the form',
      '1,234 lines are in the form',
    ])
    expect(renderTemplate('{missing|line|lines}', {})).toBe('{missing|line|lines}')
  })
})

test('the sentence of a refusal leaves out a part that has no value, and keeps a value with brackets', () => {
  const sentence = '{material}[ 在货位 {bin}][ 批次 {batch}] 可用 {available}'
  const goods = { material: 'M1', available: '0' }
  expect(renderSentence(sentence, { ...goods, bin: 'A-01', batch: 'B[1]' })).toBe(
    'M1 在货位 A-01 批次 B[1] 可用 0',
  )
  expect(renderSentence(sentence, { ...goods, bin: 'A-01', batch: '' })).toBe(
    'M1 在货位 A-01 可用 0',
  )
  expect(renderSentence(sentence, goods)).toBe('M1 可用 0')
})
