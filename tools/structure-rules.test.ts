import { expect, test } from 'vitest'
import { breaches } from './structure-rules.ts'

const refused = (path: string, text: string) => breaches({ path, text }).join('\n')

test('a folder that is no area is refused on every level', () => {
  expect(refused('server/src/helpers/dates.ts', '')).toContain('no area has this name')
  expect(refused('packages/contract/src/helpers/dates.ts', '')).toContain('no area has this name')
  expect(refused('web/src/components/table.tsx', '')).toContain('no area has this name')
  expect(refused('erp-stand-in/src/helpers/x.ts', '')).toContain('no area has this name')
  expect(refused('server/src/receiving/goods-receipt.effects.ts', '')).toBe('')
  expect(refused('server/src/main.ts', '')).toBe('')
})

test('a file of more than 400 lines is refused', () => {
  expect(refused('bench/main.ts', 'x\n'.repeat(400))).toBe('')
  expect(refused('bench/main.ts', 'x\n'.repeat(401))).toContain('401 lines')
})

test('escapes from the type check, the linter and the tests are refused', () => {
  expect(refused('server/src/main.ts', 'const x = y as any')).toContain('server/src/main.ts:1: any')
  expect(refused('server/src/main.ts', '// @ts-ignore')).toContain('type check')
  expect(refused('server/src/main.ts', '// @ts-expect-error')).toContain('type check')
  expect(refused('packages/contract/src/document/x.test-d.ts', '// @ts-expect-error')).toBe('')
  expect(refused('server/src/a.test.ts', "test.only('x', f)")).toContain('left out')
  expect(refused('server/src/a.test.ts', "it.skip('x', f)")).toContain('left out')
  expect(refused('server/src/main.ts', '// TODO later')).toContain('unfinished')
  expect(refused('server/src/main.ts', '// oxlint-disable-next-line no-x')).toContain('lint rule')
  expect(refused('server/src/main.ts', '// oxlint-disable-next-line no-x -- because')).toBe('')
  expect(refused('server/src/main.ts', '// in any case, as anyone knows')).toBe('')
})

test('a test that draws without a seed is refused', () => {
  const drawn = 'const seed = Math.trunc(Math.random() * 2 ** 31)'
  expect(refused('server/src/stock/a.test.ts', drawn)).toContain(
    'server/src/stock/a.test.ts:1: drawn',
  )
  expect(refused('server/src/document/model/run.ts', drawn)).toContain('drawn by chance')
  expect(refused('e2e/shell/world.ts', 'const content = randomBytes(4)')).toContain('by chance')
  expect(refused('server/src/a.test.ts', 'fc.assert(p, { seed: Date.now() })')).toContain(
    'by chance',
  )
  expect(refused('server/src/a.test.ts', 'const id = randomUUID()')).toBe('')
  expect(refused('server/src/erp/attempt-outcome.ts', drawn)).toBe('')
})

test('a day or month of UTC is refused where that of the company is meant', () => {
  expect(refused('server/src/a.test.ts', "select date_trunc('month', now())")).toContain(
    'server/src/a.test.ts:1: a day or month of UTC',
  )
  const since = 'new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)'
  expect(refused('bench/a.ts', since)).toContain('not of the company')
  expect(refused('web/src/kit/a.ts', 'new Date().toISOString().slice(0, 7)')).toContain('of UTC')
  expect(refused('server/src/a.ts', "date_trunc('month', now() at time zone $2)")).toBe('')
  expect(refused('server/src/a.ts', 'new Date(moment).toISOString().slice(0, 10)')).toBe('')
  expect(refused('erp-stand-in/src/a.ts', 'new Date().toISOString().slice(0, 10)')).toBe('')
})

test('a text that a journey reads only once is refused', () => {
  const once = "expect(await row.textContent()).toContain('已对应')"
  expect(refused('e2e/documents/masters.ts', once)).toContain('e2e/documents/masters.ts:1: a text')
  const cell =
    "expect(\n  await (await keeper.cell('库存', row, '货位')).textContent(),\n).toBe('A-01')"
  expect(refused('e2e/documents/freeze.ts', cell)).toContain('read once')
  expect(refused('e2e/a.ts', "await expect.poll(() => row.textContent()).toBe('2')")).toBe('')
  expect(refused('e2e/a.ts', "expect(await row.textContent()).not.toContain('第三层')")).toBe('')
  expect(refused('web/src/kit/a.test.ts', once)).toBe('')
})

test('dialogs of antd are for the kit alone', () => {
  const text = "import { Button,\n  Modal as Box } from 'antd'"
  expect(refused('web/src/receiving/unpacking.tsx', text)).toContain('Modal of antd')
  expect(refused('web/src/kit/dialog.tsx', text)).toBe('')
  expect(refused('web/src/receiving/unpacking.tsx', "import { Button } from 'antd'")).toBe('')
})

test('kit and document service name no area', () => {
  const text = "if (document.area === 'external-documents') return"
  expect(refused('web/src/kit/list.tsx', text)).toContain('names the area external-documents')
  expect(refused('server/src/document/draft/create.ts', text)).toContain('names the area')
  expect(refused('server/src/document/draft/create.ts', "open('stock/balance')")).toContain(
    'area stock',
  )
  expect(refused('server/src/document/draft/create.ts', "order by 'stock'")).toBe('')
  expect(refused('web/src/receiving/list.tsx', text)).toBe('')
})

test('a list of unknown length is not spread into a call', () => {
  const path = 'server/src/document/act/words.ts'
  for (const text of [
    'problems.push(...found)',
    'list.unshift(\n  ...more,\n)',
    'all.push(one, ...more)',
  ])
    expect(breaches({ path, text })).toEqual([
      expect.stringContaining(`${path}:1: a list is spread`),
    ])
  for (const text of ['list.push({ ...one })', 'list.push([...a, ...b])', 'addAll(list, more)'])
    expect(breaches({ path, text })).toEqual([])
})
