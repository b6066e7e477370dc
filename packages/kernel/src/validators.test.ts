import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isAlphanumeric,
  isEmail,
  isExternal,
  isIdCard,
  isLandline,
  isLegacyPassword,
  isMobile,
  isTwoDecimal,
  maskPhone,
} from './validators.ts'

const cases: [name: string, check: (text: string) => boolean, yes: string[], no: string[]][] = [
  [
    'isMobile',
    isMobile,
    ['13812345678', '19912345678'],
    ['12812345678', '1381234567', '138123456789', '+8613812345678', '1381234567a', ''],
  ],
  [
    'isLandline',
    isLandline,
    ['1234567', '12345678', '010-12345678', '0755-1234567', '01012345678'],
    ['123456', '123456789', '13812345678', '10-1234567', '07555-1234567', '010--1234567', ''],
  ],
  [
    'isEmail',
    isEmail,
    ['a@b.cn', 'store.keeper+1@mail.example.com', "o'neill@x-y.org", 'user_1@123.com'],
    [
      'a@b',
      '@b.cn',
      'a@.cn',
      'a@@b.cn',
      'a b@c.cn',
      'a..b@c.cn',
      '.a@c.cn',
      'a@b.cn ',
      'a@b..cn',
      '',
    ],
  ],
  [
    'isTwoDecimal',
    isTwoDecimal,
    ['0', '1', '9999', '9999.99', '-1.5', '0.01'],
    ['10000', '1.234', '1.', '.5', '+1', '--1', '1e2', ''],
  ],
  ['isAlphanumeric', isAlphanumeric, ['a', 'A1', '007'], ['a_b', 'a b', '中', '']],
  [
    'isLegacyPassword',
    isLegacyPassword,
    ['abc123', 'A1A1A1A1A1A1A1A1A1'],
    ['abcdef', '123456', 'abc12', 'A1A1A1A1A1A1A1A1A1A', 'abc123!', ''],
  ],
  [
    'isExternal',
    isExternal,
    ['http://a.cn', 'https://a.cn', 'mailto:a@b.cn', 'tel:110', 'HTTPS://a.cn'],
    ['/index', 'index', 'httpx', '#/https://a.cn', ''],
  ],
  [
    'isIdCard',
    isIdCard,
    ['11010519491231002X', '11010519491231002x', '440524188001010014', '130503670401001'],
    [
      '110105194912310021',
      '110105194902300028',
      '11010519491231002',
      '010105194912310029',
      '130503671301001',
      '1305036704010012',
      '',
    ],
  ],
]

describe.each(cases)('%s', (_name, check, yes, no) => {
  test.each(yes)('accepts "%s"', (text) => {
    expect(check(text)).toBe(true)
  })
  test.each(no)('refuses "%s"', (text) => {
    expect(check(text)).toBe(false)
  })
})

test('an identity number with any one digit mistyped is noticed', () => {
  fc.assert(
    fc.property(fc.nat(16), fc.integer({ min: 1, max: 9 }), (place, shift) => {
      const right = '11010519491231002X'
      const wrong = (Number(right.charAt(place)) + shift) % 10
      expect(isIdCard(right.slice(0, place) + wrong + right.slice(place + 1))).toBe(false)
    }),
  )
})

test('a phone shows its first three and last four digits', () => {
  expect(maskPhone('13812345678')).toBe('138****5678')
  expect(maskPhone('1234567')).toBe('****')
  expect(maskPhone('')).toBe('')
})
