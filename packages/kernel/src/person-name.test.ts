import { expect, test } from 'vitest'
import { comparedName, isPlainName } from './person-name.ts'

test.each([
  ['王小明', true],
  ['Anna-Lena O’Neill', true],
  ['阿卜杜拉·买买提', true],
  ['系统管理员\u202E', false],
  ['a\nb', false],
  ['a\u2028b', false],
  ['a\u200Bb', false],
  ['a\u0000b', false],
])('the name %j is one line of visible characters: %s', (name, isPlain) => {
  expect(isPlainName(name)).toBe(isPlain)
})

test('names that look alike are compared alike', () => {
  expect(comparedName('系统 管理员')).toBe(comparedName('系统管理员'))
  expect(comparedName('Ａｄｍｉｎ')).toBe(comparedName('admin.'))
  expect(comparedName('王小明')).not.toBe(comparedName('王晓明'))
})
