import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NumberProblem } from './quantity.ts'
import {
  addMoney,
  compareMoney,
  formatMoney,
  isMoney,
  moneyFromDatabase,
  multiplyMoney,
  negateMoney,
  parseMoney,
  proportionOfMoney,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from './money.ts'
import type { Money } from './money.ts'

const cents = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n })
function moneyOf(count: bigint): Money {
  const negative = count < 0n
  const digits = (negative ? -count : count).toString().padStart(3, '0')
  return moneyFromDatabase(`${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

describe('an amount', () => {
  test('has two decimals and is never rounded when read', () => {
    expect(parseMoney('12.50')).toBe('12.5')
    expect(parseMoney('-0.00')).toBe('0')
    expect(isMoney('12.50')).toBe(true)
    expect(isMoney('12.505')).toBe(false)
    expect(isMoney(undefined)).toBe(false)
    expect(() => parseMoney('12.505')).toThrow(NumberProblem)
    expect(() => parseMoney('12.505')).toThrow('too-precise')
    expect(() => parseMoney('1e15')).toThrow('too-large')
    expect(() => moneyFromDatabase('')).toThrow('not-a-number')
  })

  test('reckons like whole cents', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const [left, right] = [moneyOf(a), moneyOf(b)]
        expect(addMoney(left, right)).toBe(moneyOf(a + b))
        expect(subtractMoney(left, right)).toBe(moneyOf(a - b))
        expect(negateMoney(left)).toBe(moneyOf(-a))
        expect(compareMoney(left, right)).toBe(a < b ? -1 : a > b ? 1 : 0)
        expect(sumMoney([left, right, left])).toBe(moneyOf(a + b + a))
      }),
    )
    expect(sumMoney([])).toBe(zeroMoney)
  })

  test('is price times quantity, rounded half up', () => {
    expect(multiplyMoney('0.0125', '100')).toBe('1.25')
    expect(multiplyMoney('1.005', '1')).toBe('1.01')
    expect(multiplyMoney('1.005', '-1')).toBe('-1.01')
    expect(multiplyMoney('3.333', '0.001')).toBe('0')
  })
})

describe('a share of an amount', () => {
  test('is rounded half up', () => {
    expect(proportionOfMoney(parseMoney('10'), '1', '3')).toBe('3.33')
    expect(proportionOfMoney(parseMoney('10'), '2', '3')).toBe('6.67')
    expect(proportionOfMoney(parseMoney('0.01'), '0.5', '1')).toBe('0.01')
    expect(proportionOfMoney(parseMoney('-0.01'), '0.5', '1')).toBe('-0.01')
  })

  test('of the whole is the amount, of nothing is nothing', () => {
    const whole = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(cents, whole, (count, all) => {
        expect(proportionOfMoney(moneyOf(count), String(all), String(all))).toBe(moneyOf(count))
        expect(proportionOfMoney(moneyOf(count), '0', String(all))).toBe('0')
      }),
    )
  })

  test('of a whole of zero is refused', () => {
    expect(() => proportionOfMoney(parseMoney('10'), '1', '0.000')).toThrow('not-a-number')
  })
})

test('people read commas and always two decimals', () => {
  expect(formatMoney(parseMoney('-1234.5'))).toBe('-1,234.50')
  expect(formatMoney(parseMoney('1000'))).toBe('1,000.00')
  expect(formatMoney(zeroMoney)).toBe('0.00')
})
