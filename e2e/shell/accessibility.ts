import { addAll } from '@kufang/kernel/add-all.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { World } from './world.ts'
import { listDrawn } from '../support/list-drawn.ts'

const axe = readFileSync(
  resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'),
  'utf8',
)
/**
 * What another language and theme can break: contrast depends on the theme; names, labels and the language marked on
 * the language; and with the length of texts regions begin to scroll. All other rules judge elements, roles and attributes,
 * which are the same in every look.
 */
const rulesOfLook = {
  tags: [
    'cat.color',
    'cat.language',
    'cat.text-alternatives',
    'cat.name-role-value',
    'cat.forms',
    'cat.aria',
  ],
  rule: 'scrollable-region-focusable',
}

/** Two of the four combinations cover both languages and both themes; the first is judged by all rules. */
const looks = [
  { language: 'zh', theme: 'light', rules: 'all' },
  { language: 'en', theme: 'dark', rules: 'of look' },
] as const

/** Stand-alone pages of signed-in users. */
const standAlone = ['/unifiedIndex', '/401', '/404']

/** axe-core reports no violations in any language and theme. */
export function accessibilityJourneys(world: () => World): void {
  test('axe finds nothing on the stand-alone pages, in both languages and themes', async () => {
    const found: string[] = []
    for (const { language, theme, rules } of looks) {
      const page = await world().stranger('/login', { cookies: { language, theme } })
      for (const path of ['/login', '/auth-redirect', '/welcome', '/noAccess', '/error']) {
        await page.goto(`${world().address}?${path}#${path}`)
        await page.getByRole('main').waitFor()
        addAll(found, await violations(page, `${path} ${language} ${theme}`, rules))
      }
      await page.context().close()
    }
    expect(found).toEqual([])
  })

  test('axe finds nothing on layout, list, form and dialog, in both languages and themes', async () => {
    const found: string[] = []
    for (const { language, theme, rules } of looks) {
      const name = `${language} ${theme}`
      const page = await world().window('admin', { height: 600, cookies: { language, theme } })
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      addAll(found, await violations(page, `/index ${name}`, rules))
      for (const path of [...standAlone, '/base/locationMgr', '/pickings/picking']) {
        await page.evaluate((hash) => {
          location.hash = hash
        }, path)
        await page.getByRole('heading', { level: 1 }).filter({ visible: true }).first().waitFor()
        if (path.includes('/', 1)) await listDrawn(page)
        addAll(found, await violations(page, `${path} ${name}`, rules))
      }
      await page.evaluate(() => {
        location.hash = '/base/locationMgr'
      })
      await listDrawn(page)
      await page.keyboard.press('Alt+n')
      await page.getByRole('dialog').filter({ visible: true }).waitFor()
      addAll(found, await violations(page, `dialog ${name}`, rules))
      await page.context().close()
    }
    expect(found).toEqual([])
  })

  test('axe finds nothing on the home page of a supplier, in both languages and themes', async () => {
    const found: string[] = []
    for (const { language, theme, rules } of looks) {
      const page = await world().window('supplier', { cookies: { language, theme } })
      await page.getByRole('main').getByRole('navigation').getByRole('link').first().waitFor()
      await page.waitForLoadState('networkidle')
      addAll(found, await violations(page, `/index supplier ${language} ${theme}`, rules))
      await page.context().close()
    }
    expect(found).toEqual([])
  })

  test('axe finds nothing on a document beside its list, however narrow, and no tab of it is hidden', async () => {
    for (const [language, width] of narrow) {
      const page = await world().window('admin', {
        path: '/receive/receiveRecordRow',
        width,
        height: 844,
        cookies: { language },
      })
      await listDrawn(page)
      await page.getByRole('gridcell').getByRole('button').first().click()
      const panel = page.getByRole('dialog').filter({ visible: true })
      await panel.getByRole('tab').last().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await violations(page, `document ${language} ${width}`)).toEqual([])
      const inside = (await panel.boundingBox())!
      for (const part of await panel.getByRole('tab').all()) {
        await part.scrollIntoViewIfNeeded()
        const box = (await part.boundingBox())!
        expect(box.x).toBeGreaterThanOrEqual(inside.x)
        expect(box.x + box.width).toBeLessThanOrEqual(inside.x + inside.width)
        await part.click()
      }
      await page.context().close()
    }
  })
}

/** Narrow layouts: a phone, and the document beside its list. */
const narrow = [
  ['zh', 390],
  ['en', 1366],
] as const

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[]
}

interface Axe {
  getRules: () => { ruleId: string; tags: string[] }[]
  run: (
    place: Document,
    options: { resultTypes: string[]; rules?: Record<string, { enabled: false }> },
  ) => Promise<AxeResult>
}

/**
 * The violations axe-core reports on the current page, one per line.
 *
 * @param rules all, or those of a look whose page was judged by all in another one
 */
export async function violations(
  page: Page,
  place: string,
  rules: 'all' | 'of look' = 'all',
): Promise<string[]> {
  // Pages of one document share it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  // Ends animations: the dot of a state that is new on the screen moves for 20 s.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
        .map((one) => {
          one.finish()
          return one.finished.catch(() => one)
        }),
    ),
  )
  const { violations: found } = await page.evaluate(
    (wanted) => {
      const { axe: judge } = globalThis as unknown as { axe: Axe }
      const options = { resultTypes: ['violations'] }
      if (wanted === null) return judge.run(document, options)
      const others = judge
        .getRules()
        .filter(
          ({ tags, ruleId }) =>
            !wanted.tags.some((tag) => tags.includes(tag)) && ruleId !== wanted.rule,
        )
      const off = others.map(({ ruleId }) => [ruleId, { enabled: false }] as const)
      return judge.run(document, { ...options, rules: Object.fromEntries(off) })
    },
    rules === 'all' ? null : rulesOfLook,
  )
  return found.map(
    ({ id, nodes }) =>
      `${place}: ${id} at ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(', ')}`,
  )
}
