import { expect, test } from 'vitest'
import { chinesePieces, isChecked, punctuationProblems } from './chinese-punctuation.ts'

/** The refused marks of a line of code, each with its replacement. */
const refused = (text: string, path = 'web/src/x.tsx') =>
  punctuationProblems({ path, text }).map(({ mark, replacement }) => `${mark}${replacement}`)

test('a half-width mark beside a Chinese character is refused, with the mark that belongs there', () => {
  expect(refused("const x = '已到期,请联系管理员'")).toEqual([',，'])
  expect(refused("const x = '停用 2 项货位?'")).toEqual(['?？'])
  expect(refused("const x = '当前用户没有货位!'")).toEqual(['!！'])
  expect(refused("const x = '共 3 行; 已选 2 行: 可用'")).toEqual(['; ；', ': ：'])
  expect(refused("const x = '送货单创建(供应商)'")).toEqual(['(（', ')）'])
  expect(refused("const x = '已完成.'")).toEqual(['.。'])
  expect(refused("const x = '证书(PEM)'")).toEqual(['(（', ')）'])
  expect(refused('const x = <b>已到期, 请联系管理员</b>')).toEqual([', ，'])
  expect(refused("const x = { zh: '步骤「{step}」未完成', en: 'x' }")).toEqual(['「“', '」”'])
})

test('a placeholder in a Chinese text counts as Chinese beside a character, and between placeholders', () => {
  expect(refused("const x = '第 {line} 行:{problem}'")).toEqual([':：'])
  expect(refused("const x = { zh: '{greeting},{name}', en: '{greeting}, {name}' }")).toEqual([
    ',，',
  ])
  expect(refused('const x = { zh: `${a}: ${b}`, en: `${a}: ${b}` }')).toEqual([': ：'])
  expect(refused('const x = `第 ${line} 行:${problem}`')).toEqual([':：'])
  expect(refused("const x = { zh: '{verb} (Ctrl+Enter)', en: '{verb} (Ctrl+Enter)' }")).toEqual([
    ' (（',
    ')）',
  ])
})

test('times, addresses, English, code and comments keep their marks', () => {
  expect(refused("const x = '每天 12:30 从 https://example.com/a,b 读取 A (B) C 的数据'")).toEqual(
    [],
  )
  expect(refused("const x = '已到期，请联系管理员（王工）。'")).toEqual([])
  expect(refused("// 已到期,请联系\nconst x = 'Yes, (really): now!'")).toEqual([])
  expect(refused("const x = `\n select ('物料', ${n})\n from t where a = '货位'`")).toEqual([])
  expect(refused('用 `npm test`，见 [说明](docs/a.md)、**接口**。', 'README.zh-CN.md')).toEqual([])
})

test('prose and the texts of a migration are held to it as well', () => {
  expect(refused('用 `npm test`:见下', 'README.zh-CN.md')).toEqual([':：'])
  expect(refused("-- 物料,货位\ninsert into t values ('您好,请登录');", 'a.sql')).toEqual([',，'])
})

test('what people read is looked at: pages, refusals, stories, new migrations, the Chinese README', () => {
  const read = [
    'web/src/app/home/home-messages.ts',
    'packages/contract/src/document/catalogue/general-refusals.ts',
    'server/src/demonstration/inbound-stories.ts',
    'server/migrations/0776_new.sql',
    'README.zh-CN.md',
    'web/index.html',
  ]
  expect(read.filter((path) => !isChecked(path))).toEqual([])
  expect(['e2e/finding.e2e.ts', 'README.md', 'web/src/x.test.ts'].filter(isChecked)).toEqual([])
  expect(chinesePieces({ path: 'a.ts', text: "const x = ['货位', 'bin']" })).toHaveLength(1)
})
