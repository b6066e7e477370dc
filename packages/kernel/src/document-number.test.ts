import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDocumentNumber, parseDocumentNumber } from './document-number.ts'

describe('a document number', () => {
  test('is prefix, month and five digits, and grows instead of wrapping', () => {
    expect(formatDocumentNumber('DN', '202601', 42)).toBe('DN20260100042')
    expect(formatDocumentNumber('DN', '202601', 99_999)).toBe('DN20260199999')
    expect(formatDocumentNumber('DN', '202601', 100_000)).toBe('DN202601100000')
  })

  test('reads back to its parts', () => {
    const prefix = fc.stringMatching(/^[A-Z]([A-Z0-9-]{0,4}[A-Z-])?$/)
    const sequence = fc.integer({ min: 1, max: 100_000_000 })
    const year = fc.integer({ min: 1000, max: 9999 })
    fc.assert(
      fc.property(prefix, year, fc.integer({ min: 1, max: 12 }), sequence, (head, y, m, number) => {
        const period = `${y}${String(m).padStart(2, '0')}`
        const parts = { prefix: head, period, sequence: number }
        expect(parseDocumentNumber(formatDocumentNumber(head, period, number))).toEqual(parts)
      }),
    )
  })

  test.each([
    '',
    'DN',
    'DN202601',
    'DN2026010042',
    'DN20261300042',
    'DN20260100000',
    'DN202601000042',
    '20260100042',
    'dn20260100042',
    'DN20260100042 ',
    'DN2026010004X',
  ])('"%s" is none', (text) => {
    expect(parseDocumentNumber(text)).toBeNull()
  })

  test('is never made of wrong parts', () => {
    expect(() => formatDocumentNumber('D1', '202601', 1)).toThrow(RangeError)
    expect(() => formatDocumentNumber('', '202601', 1)).toThrow(RangeError)
    expect(() => formatDocumentNumber('DN', '202613', 1)).toThrow(RangeError)
    expect(() => formatDocumentNumber('DN', '202601', 0)).toThrow(RangeError)
    expect(() => formatDocumentNumber('DN', '202601', 1.5)).toThrow(RangeError)
  })
})
