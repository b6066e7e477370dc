import { expect, test } from 'vitest'
import { searchForm } from './search-form.ts'

test.each([
  ['ＤＮ８０', 'dn80'],
  ['工作服（女）', '工作服(女)'],
  ['规格：M8', '规格:m8'],
  ['Ｍ16×80', 'm16x80'],
  ['１／２', '1/2'],
  ['000000000013010008', '13010008'],
  ['0013', '0013'],
])('%s is looked for as %s', (text, form) => {
  expect(searchForm(text)).toBe(form)
})
