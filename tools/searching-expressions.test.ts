import { expect, test } from 'vitest'
import { breaches } from './structure-rules.ts'

const found = (literal: string, path = 'server/src/erp/x.ts') =>
  breaches({ path, text: `const x = ${literal}` })

test.each([
  String.raw`/<title>([\s\S]*?)<\/title>/i`,
  String.raw`/<(script|style)[\s\S]*?<\/\1>/gi`,
  '/<[^>]+>/g',
  '/#.*$/s',
  '/^x.*y/m',
  String.raw`/a[^"\]]{2,}b/`,
])('an expression that searches in quadratic time is refused: %s', (literal) => {
  expect(found(literal)).toEqual([`server/src/erp/x.ts:1: takes quadratic time: ${literal}`])
})

test.each([
  '/^<[^>]+>/',
  '/<[^<>]+>/g',
  String.raw`/\{([^{}]*)\}/`,
  '/a.*/',
  '/x.{0,40}y/',
  '/<.+>/y',
])('an expression that stops soon or starts once is permitted: %s', (literal) => {
  expect(found(literal)).toEqual([])
})

test('tests and the browser, which read texts of their own, are free', () => {
  expect(found('/<[^>]+>/g', 'server/src/erp/x.test.ts')).toEqual([])
  expect(found('/<[^>]+>/g', 'web/src/kit/x.ts')).toEqual([])
})
