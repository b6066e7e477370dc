import { expect, it } from 'vitest'
import { byExpiry } from './by-expiry.ts'

it('puts what expires first on top, what never expires last, and leaves out what is not available', () => {
  const rows = [
    { bin: 'A', expiryDate: null, available: '5' },
    { bin: 'B', expiryDate: '2027-03-01', available: '1' },
    { bin: 'C', expiryDate: '2026-12-01', available: '2' },
    { bin: 'D', expiryDate: '2026-01-01', available: '0' },
  ]
  expect(byExpiry(rows).map((row) => row.bin)).toEqual(['C', 'B', 'A'])
})
