import Decimal from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDecimals,
  canonicalFromDatabase,
  compareDecimals,
  groupThousands,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
  proportionOfDecimal,
  subtractDecimals,
  sumDecimals,
} from './decimal-text.ts'

const limit = 10n ** 18n - 1n
const units = fc.bigInt({ min: -limit, max: limit })

/** Formats a number of thousandths or cents as canonical text, independently of the code under test. */
function fromUnits(count: bigint, decimals: number): string {
  const digits = String(count < 0n ? -count : count).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
  return count < 0n ? `-${text}` : text
}

/** Rounds half away from zero with integers only; the reference for every rounding below. */
function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const rounded = (2n * n + d) / (2n * d)
  return negative ? -rounded : rounded
}

describe('canonical text', () => {
  test('parses to itself', () => {
    fc.assert(
      fc.property(units, (count) => {
        const text = fromUnits(count, 3)
        expect(text).toMatch(/^(?:0|-?(?:[1-9]\d{0,14}(?:\.\d{0,2}[1-9])?|0\.\d{0,2}[1-9]))$/)
        expect(parseDecimal(text, 3)).toBe(text)
        expect(canonicalFromDatabase(text, 3)).toBe(text)
      }),
    )
  })

  test('is the same for every way the same number can be written', () => {
    fc.assert(
      fc.property(units, fc.nat(5), fc.nat(5), (count, zeros, lead) => {
        const canonical = fromUnits(count, 3)
        const sign = count < 0n ? '-' : ''
        const [integer, fraction = ''] = canonical.replace('-', '').split('.')
        const padded = `${sign}${'0'.repeat(lead)}${integer}.${fraction}${'0'.repeat(zeros + 1)}`
        expect(parseDecimal(padded, 3)).toBe(canonical)
        expect(canonicalFromDatabase(padded, 3)).toBe(canonical)
        expect(parseDecimal(`${count}e-3`, 3)).toBe(canonical)
      }),
    )
  })
})

test('sums, differences and order are exact', () => {
  fc.assert(
    fc.property(units, units, (left, right) => {
      const [a, b] = [fromUnits(left, 3), fromUnits(right, 3)]
      const isHeld = (count: bigint) => count <= limit && count >= -limit
      if (isHeld(left + right)) expect(addDecimals(a, b)).toBe(fromUnits(left + right, 3))
      else expect(() => addDecimals(a, b)).toThrow('too-large')
      if (isHeld(left - right)) expect(subtractDecimals(a, b)).toBe(fromUnits(left - right, 3))
      else expect(() => subtractDecimals(a, b)).toThrow('too-large')
      expect(compareDecimals(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0)
      expect(negateDecimal(a)).toBe(fromUnits(-left, 3))
      expect(sumDecimals([a, negateDecimal(a), b])).toBe(b)
    }),
  )
  expect(sumDecimals([])).toBe('0')
})

describe('rounding happens once, half away from zero', () => {
  test('in products', () => {
    const small = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n })
    fc.assert(
      fc.property(small, small, (left, right) => {
        const exact = divideHalfUp(left * right, 1000n)
        expect(multiplyDecimals(fromUnits(left, 3), fromUnits(right, 3), 3)).toBe(
          fromUnits(exact, 3),
        )
      }),
    )
  })

  test('in proportions', () => {
    const small = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n })
    const whole = small.filter((count) => count !== 0n)
    fc.assert(
      fc.property(small, small, whole, (amount, part, all) => {
        const exact = divideHalfUp(amount * part, all)
        fc.pre(exact < 10n ** 17n && exact > -(10n ** 17n))
        expect(
          proportionOfDecimal(fromUnits(amount, 2), fromUnits(part, 3), fromUnits(all, 3), 2),
        ).toBe(fromUnits(exact, 2))
      }),
    )
  })

  test('and refuses what no column could hold', () => {
    expect(() => proportionOfDecimal('999999999', '999999', '0.001', 2)).toThrow('too-large')
    expect(() => multiplyDecimals('999999999999999', '1.1', 2)).toThrow('too-large')
    expect(() => multiplyDecimals('1', '0.'.padEnd(41, '1'), 2)).toThrow('too-precise')
  })

  test('also a hair beside a tie', () => {
    expect(multiplyDecimals('0.0049999999999999999999', '1', 2)).toBe('0')
    expect(multiplyDecimals('0.005', '1', 2)).toBe('0.01')
    expect(multiplyDecimals('-0.005', '1', 2)).toBe('-0.01')
    expect(
      proportionOfDecimal(
        '0.01',
        '499999999999999999999999999999',
        '999999999999999999999999999999',
        2,
      ),
    ).toBe('0')
    expect(
      proportionOfDecimal(
        '0.01',
        '500000000000000000000000000000',
        '999999999999999999999999999999',
        2,
      ),
    ).toBe('0.01')
  })
})

test('the shared configuration of big.js is left alone', () => {
  expect(Decimal.DP).toBe(20)
})

test('thousands get commas whatever the sign and decimals', () => {
  expect(groupThousands('0')).toBe('0')
  expect(groupThousands('-100')).toBe('-100')
  expect(groupThousands('-1000.1234')).toBe('-1,000.1234')
  expect(groupThousands('123456789012345')).toBe('123,456,789,012,345')
})
