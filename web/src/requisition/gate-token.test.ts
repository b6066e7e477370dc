import { expect, test } from 'vitest'
import { gatePassAddress, tokenIn } from './gate-token.ts'

const token = '1010.CK20261126001.mXk-_9'

test('the QR code of a pass is an address, of which a scanner types all', () => {
  const address = gatePassAddress('https://kufang.example', token)
  expect(address).toBe(
    'https://kufang.example/#/shippingManagement/gateCheck?pass=1010.CK20261126001.mXk-_9',
  )
  expect(tokenIn(`${address}\n`)).toBe(token)
})

test('a token may be typed alone, another address has none', () => {
  expect(tokenIn(` ${token} `)).toBe(token)
  expect(tokenIn('https://kufang.example/#/index?title=x')).toBe('')
  expect(tokenIn('')).toBe('')
})
