import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addQuantity, negateQuantity, parseQuantity, type Quantity } from './quantity.ts'
import {
  enteredInBaseUnit,
  inOtherUnit,
  isSameFraction,
  splitUnit,
  toBaseUnit,
  type UnitFraction,
} from './unit-conversion.ts'

const q = parseQuantity
const box: UnitFraction = { numerator: 100, denominator: 1 }
const roll: UnitFraction = { numerator: 3, denominator: 7 }

const fractions = fc.record({
  numerator: fc.integer({ min: 1, max: 99_999 }),
  denominator: fc.integer({ min: 1, max: 99_999 }),
})
const quantities = fc
  .integer({ min: 1, max: 10_000_000 })
  .map((thousandths) => q(String(thousandths / 1000)))
const decimals = fc.integer({ min: 0, max: 3 })
// Of units and decimals at random only every 25th quantity is accepted, so few that a run may have hardly any: of a unit of
// at least one base unit and three decimals in both, all are.
const biggerFractions = fractions.map(({ numerator, denominator }) => ({
  numerator: Math.max(numerator, denominator),
  denominator: Math.min(numerator, denominator),
}))
const anyFractions = fc.oneof(fractions, biggerFractions)
const anyDecimals = fc.oneof(decimals, fc.constant(3))
const thousandthsOf = (quantity: Quantity) => BigInt(Math.round(Number(quantity) * 1000))

describe('units of measure', () => {
  it('counts five boxes of a hundred as 500 pieces, and 500 pieces as five boxes', () => {
    expect(toBaseUnit(q('5'), box)).toBe('500')
    expect(inOtherUnit(q('500'), box, 0)).toBe('5')
    expect(inOtherUnit(q('503'), box, 0)).toBeNull()
    expect(inOtherUnit(q('503'), box, 2)).toBe('5.03')
  })

  it('reads a rounded base quantity as what was entered: 10 rolls of 3/7 kilograms are 4.286', () => {
    expect(toBaseUnit(q('10'), roll)).toBe('4.286')
    expect(inOtherUnit(q('4.286'), roll, 3)).toBe('10')
    expect(enteredInBaseUnit(q('10'), roll, 3, 0)).toEqual({ base: '4.286' })
  })

  it('refuses a part of a piece, and a quantity that rounding would change', () => {
    expect(enteredInBaseUnit(q('10'), roll, 0, 0)).toEqual({
      problem: { reason: 'base-too-precise', base: '4.286' },
    })
    // 1 of 9999/10000 would be rounded to a whole piece.
    expect(enteredInBaseUnit(q('1'), { numerator: 5, denominator: 2 }, 0, 0)).toEqual({
      problem: { reason: 'base-too-precise', base: '2.5' },
    })
    expect(enteredInBaseUnit(q('1'), { numerator: 9999, denominator: 10_000 }, 0, 0)).toEqual({
      problem: { reason: 'base-too-precise', base: '1' },
    })
    const gram = { numerator: 1, denominator: 1000 }
    expect(enteredInBaseUnit(q('1234'), gram, 3, 3)).toEqual({ base: '1.234' })
    expect(enteredInBaseUnit(q('1234.5'), gram, 3, 3)).toEqual({
      problem: { reason: 'changed-by-rounding', base: '1.235' },
    })
    expect(enteredInBaseUnit(q('0.4'), gram, 3, 3)).toEqual({
      problem: { reason: 'changed-by-rounding', base: '0' },
    })
  })

  it('reads a number with its unit, and leaves a number alone', () => {
    expect(splitUnit('5 BOX')).toEqual({ number: '5', unit: 'BOX' })
    expect(splitUnit(' 1,200.5盒 ')).toEqual({ number: '1,200.5', unit: '盒' })
    expect(splitUnit('2 M3')).toEqual({ number: '2', unit: 'M3' })
    for (const plain of ['5', '1e3', '1E-2', '-5', 'BOX', '5 5', ''])
      expect(splitUnit(plain)).toBeNull()
  })

  it('refuses a fraction that is none', () => {
    for (const wrong of [0, -1, 1.5, Number.NaN])
      expect(() => toBaseUnit(q('1'), { numerator: wrong, denominator: 1 })).toThrow(RangeError)
  })

  it('never drifts: what is accepted reads back as entered, however often it is converted', () => {
    let accepted = 0
    fc.assert(
      fc.property(
        quantities,
        anyFractions,
        anyDecimals,
        anyDecimals,
        (entered, fraction, base, own) => {
          const outcome = enteredInBaseUnit(entered, fraction, base, own)
          if (!('base' in outcome)) return
          accepted += 1
          let quantity = entered
          for (let times = 0; times < 3; times += 1) {
            expect(toBaseUnit(quantity, fraction)).toBe(outcome.base)
            quantity = inOtherUnit(outcome.base, fraction, own)!
            expect(quantity).toBe(entered)
          }
        },
      ),
      { numRuns: 500 },
    )
    // About 163 of the 500, and 133 at the least over 600 seeds.
    expect(accepted).toBeGreaterThan(50)
  })

  it('says a base quantity in another unit only if the ERP converts it to exactly that base quantity', () => {
    fc.assert(
      fc.property(quantities, fractions, decimals, (base, fraction, own) => {
        const said = inOtherUnit(base, fraction, own)
        if (said === null) return
        expect(toBaseUnit(said, fraction)).toBe(base)
        expect(said.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(own)
      }),
      { numRuns: 500 },
    )
  })

  it('rounds once, by at most half a thousandth, and a reversal by the opposite', () => {
    fc.assert(
      fc.property(quantities, fractions, (quantity, fraction) => {
        const base = toBaseUnit(quantity, fraction)
        const exact = thousandthsOf(quantity) * BigInt(fraction.numerator)
        const error = exact - thousandthsOf(base) * BigInt(fraction.denominator)
        expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(BigInt(fraction.denominator))
        expect(toBaseUnit(negateQuantity(quantity), fraction)).toBe(
          base === '0' ? '0' : negateQuantity(base),
        )
      }),
    )
  })

  it('does not depend on how the fraction is written', () => {
    fc.assert(
      fc.property(
        quantities,
        fractions,
        fc.integer({ min: 1, max: 99 }),
        (quantity, one, times) => {
          const other = {
            numerator: one.numerator * times,
            denominator: one.denominator * times,
          }
          expect(isSameFraction(one, other)).toBe(true)
          expect(toBaseUnit(quantity, other)).toBe(toBaseUnit(quantity, one))
          expect(isSameFraction(one, { ...one, numerator: one.numerator + 1 })).toBe(false)
        },
      ),
    )
  })

  it('adds up where the base unit is whole: the parts are the sum', () => {
    const whole = fc.integer({ min: 1, max: 9_999 }).map((n) => q(String(n)))
    fc.assert(
      fc.property(whole, whole, fractions, (one, other, fraction) => {
        const parts = [one, other].map((part) => enteredInBaseUnit(part, fraction, 0, 0))
        if (!parts.every((part) => 'base' in part)) return
        expect(toBaseUnit(addQuantity(one, other), fraction)).toBe(
          addQuantity(parts[0]!.base, parts[1]!.base),
        )
      }),
    )
  })
})
