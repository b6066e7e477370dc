import { describeRefusal } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import { expect, test } from 'vitest'
import { staleVersion } from './stale-version.ts'

test('who was faster is told by name and by the clock of the company', () => {
  const stale = staleVersion({
    no: 'RK1',
    user: '康健',
    at: '2026-11-21T16:23:59.123Z',
    current: 3,
    given: 2,
  })
  expect(describeRefusal(stale, 'zh')).toBe(
    'RK1 已被 康健 于 2026-11-22 00:23 修改（版本 3，您打开的是 2）；请刷新后再试',
  )
})

test('where nobody is known, no gap is left in the sentence', () => {
  const stale = staleVersion({ no: 'SAML', user: '', at: '', current: 0, given: 2 })
  expect(describeRefusal(stale, 'zh')).toMatch(/^SAML 已被 他人 于 – 修改/)
  expect(describeRefusal(stale, 'en')).toMatch(/^SAML was changed by somebody else at – /)
})
