import { expect, it } from 'vitest'
import { sharesOf } from './shares.ts'

it('divides a quantity into available, reserved and frozen', () => {
  expect(sharesOf({ quantity: '200', available: '150', reserved: '40', frozen: '10' })).toEqual({
    available: 75,
    reserved: 20,
    frozen: 5,
  })
})

it('shows an empty bar for nothing, and leaves a blocked quantity uncoloured', () => {
  expect(sharesOf({ quantity: '0' })).toEqual({ available: 0, reserved: 0, frozen: 0 })
  expect(sharesOf({ quantity: '8', available: '0', reserved: '0', frozen: '0' })).toEqual({
    available: 0,
    reserved: 0,
    frozen: 0,
  })
})
