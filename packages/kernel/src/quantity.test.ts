import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  NumberProblem,
  addQuantity,
  compareQuantity,
  formatQuantity,
  isNegative,
  isPositive,
  isQuantity,
  isZero,
  minimumQuantity,
  multiplyQuantity,
  negateQuantity,
  parseQuantity,
  percentOfQuantity,
  quantityFromDatabase,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
} from './quantity.ts'
import type { Quantity } from './quantity.ts'

function reasonOf(work: () => unknown): string {
  try {
    work()
  } catch (problem) {
    if (problem instanceof NumberProblem) return problem.reason
    throw problem
  }
  return 'accepted'
}

/** Thousandths, and the resulting quantity read from the text of a database column. */
const thousandths = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })
function quantityOf(count: bigint): Quantity {
  const negative = count < 0n
  const digits = (negative ? -count : count).toString().padStart(4, '0')
  return quantityFromDatabase(`${negative ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`)
}

describe('reading a quantity', () => {
  test.each([
    ['10.000', '10'],
    ['0010.50', '10.5'],
    ['-0', '0'],
    ['-0.000', '0'],
    ['+7', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1.5e3', '1500'],
    ['10.00000000000000', '10'],
    ['  12.345 ', '12.345'],
    ['999999999999999.999', '999999999999999.999'],
    ['0e99999', '0'],
  ])('%s is %s', (text, canonical) => {
    expect(parseQuantity(text)).toBe(canonical)
  })

  test('a number that floats can hold is taken as it is written', () => {
    expect(parseQuantity(0.1)).toBe('0.1')
    expect(parseQuantity(-0)).toBe('0')
    expect(parseQuantity(1e3)).toBe('1000')
  })

  test.each(['', ' ', 'abc', '1,5', '1 000', '0x10', 'Infinity', 'NaN', '--1', '１２', '1e', '.'])(
    '"%s" is no number',
    (text) => {
      expect(reasonOf(() => parseQuantity(text))).toBe('not-a-number')
      expect(isQuantity(text)).toBe(false)
    },
  )

  test.each(['0.0001', '1.2345', '1e-4', '1e-99999999999999999999', '999999999999999.9999'])(
    '%s is too precise and is not rounded',
    (text) => {
      expect(reasonOf(() => parseQuantity(text))).toBe('too-precise')
    },
  )

  test.each(['1000000000000000', '-1000000000000000', '1e15', '1e99999999999999999999'])(
    '%s is too large',
    (text) => {
      expect(reasonOf(() => parseQuantity(text))).toBe('too-large')
    },
  )

  test('the float dust of 0.1 + 0.2 is seen, not swallowed', () => {
    expect(reasonOf(() => parseQuantity(0.1 + 0.2))).toBe('too-precise')
    expect(reasonOf(() => parseQuantity(NaN))).toBe('not-a-number')
    expect(reasonOf(() => parseQuantity(Infinity))).toBe('not-a-number')
  })

  test('the problem carries what was given', () => {
    expect(() => parseQuantity('12.3456')).toThrow(
      expect.objectContaining({ name: 'NumberProblem', input: '12.3456' }),
    )
  })

  test('isQuantity says whether reading would work', () => {
    expect(isQuantity('10.000')).toBe(true)
    expect(isQuantity(3)).toBe(true)
    expect(isQuantity(null)).toBe(false)
    expect(isQuantity('1.0001')).toBe(false)
  })

  test('a column text is made canonical, and refused when it is none', () => {
    expect(quantityFromDatabase('10.000')).toBe('10')
    expect(quantityFromDatabase('100')).toBe('100')
    expect(quantityFromDatabase('-0.500')).toBe('-0.5')
    expect(quantityFromDatabase('-0.000')).toBe('0')
    expect(reasonOf(() => quantityFromDatabase('NaN'))).toBe('not-a-number')
    expect(reasonOf(() => quantityFromDatabase('1.2345'))).toBe('too-precise')
    expect(reasonOf(() => quantityFromDatabase('1000000000000000.000'))).toBe('too-large')
  })
})

describe('reckoning is exact', () => {
  test('like whole thousandths', () => {
    fc.assert(
      fc.property(thousandths, thousandths, (a, b) => {
        const [left, right] = [quantityOf(a), quantityOf(b)]
        expect(addQuantity(left, right)).toBe(quantityOf(a + b))
        expect(subtractQuantity(left, right)).toBe(quantityOf(a - b))
        expect(negateQuantity(left)).toBe(quantityOf(-a))
        expect(compareQuantity(left, right)).toBe(a < b ? -1 : a > b ? 1 : 0)
        expect(minimumQuantity(left, right)).toBe(quantityOf(a < b ? a : b))
        expect([isNegative(left), isZero(left), isPositive(left)]).toEqual([
          a < 0n,
          a === 0n,
          a > 0n,
        ])
      }),
    )
  })

  test('in sums of any order', () => {
    fc.assert(
      fc.property(fc.array(thousandths, { maxLength: 9 }), (counts) => {
        const expected = quantityOf(counts.reduce((total, count) => total + count, 0n))
        expect(sumQuantities(counts.map(quantityOf))).toBe(expected)
        expect(sumQuantities(counts.toReversed().map(quantityOf))).toBe(expected)
      }),
    )
    expect(sumQuantities([])).toBe(zeroQuantity)
  })

  test('a sum the column could not hold is refused', () => {
    const most = parseQuantity('999999999999999.999')
    expect(reasonOf(() => addQuantity(most, parseQuantity('0.001')))).toBe('too-large')
    expect(reasonOf(() => subtractQuantity(negateQuantity(most), parseQuantity('1')))).toBe(
      'too-large',
    )
    expect(reasonOf(() => multiplyQuantity(most, '2'))).toBe('too-large')
  })

  test('a factor rounds half up at the third decimal, and the reversal is its opposite', () => {
    expect(multiplyQuantity(parseQuantity('1.001'), '0.5')).toBe('0.501')
    expect(multiplyQuantity(parseQuantity('-1.001'), '0.5')).toBe('-0.501')
    expect(multiplyQuantity(parseQuantity('1'), '0.0004999')).toBe('0')
    expect(multiplyQuantity(parseQuantity('-1'), '0.0004')).toBe('0')
    expect(reasonOf(() => multiplyQuantity(parseQuantity('1'), 'half'))).toBe('not-a-number')
  })
})

test('a percentage is exact, also one that a binary fraction misses', () => {
  expect(percentOfQuantity(parseQuantity('2.5'), '0.7')).toBe('0.018')
  expect(percentOfQuantity(parseQuantity('-2.5'), '0.7')).toBe('-0.018')
  expect(percentOfQuantity(parseQuantity('100'), '10')).toBe('10')
})

test('people read commas and no useless zeros', () => {
  expect(formatQuantity(parseQuantity('-1234567.500'))).toBe('-1,234,567.5')
  expect(formatQuantity(parseQuantity('999'))).toBe('999')
})
