import { beforeAll, describe, expect, it } from 'vitest'
import { loadTitleSounds, syllablesOf } from './finding/known-sounds.ts'
import { collectEntries } from './menu/menu-entries.ts'
import { searchPages } from './menu/search-pages.ts'
import { appPages, menuGroups, permittedGroups } from './page-list.ts'

beforeAll(loadTitleSounds)

const paths = (roles: readonly string[]): string[] =>
  permittedGroups(roles).flatMap((group) => group.pages.map((page) => page.path))

describe('the pages a person may open', () => {
  it('are all for admin, by the order of their groups', () => {
    const groups = permittedGroups(['admin'])
    expect(groups.flatMap((group) => group.pages)).toHaveLength(appPages.length)
    expect(groups[0]?.path).toBe('/base')
    expect(groups.at(-1)?.path).toBe('/log')
  })

  it('need the role of the page and of its group', () => {
    expect(paths(['SHGL', 'SHSH'])).toEqual(['/receive/auditReceive'])
    expect(paths(['SHSH'])).toEqual([])
    expect(paths(['SHGL'])).toEqual([])
  })

  it('leave hidden pages out of the menu only', () => {
    const hidden = appPages.filter((page) => page.hidden)
    const shown = menuGroups(permittedGroups(['admin'])).flatMap((group) => group.pages)
    expect(hidden.length).toBeGreaterThan(0)
    expect(shown).toHaveLength(appPages.length - hidden.length)
  })
})

describe('the menu search', () => {
  const groups = collectEntries(permittedGroups(['SHGL', 'SHSH', 'KCGL', 'KCCX']))

  it('finds by Chinese, English and role code, the exact one first', () => {
    expect(searchPages(groups, '审核')[0]?.path).toBe('/receive/auditReceive')
    expect(searchPages(groups, 'kccx')[0]?.path).toBe('/Stock/stockSearch')
    expect(searchPages(groups, 'receipt re')[0]?.path).toBe('/receive/auditReceive')
  })

  it('finds by sound: the specification names these four', () => {
    for (const typed of ['kccx', 'kucun', '库存', 'KCCX'])
      expect([typed, searchPages(groups, typed)[0]?.path]).toEqual([typed, '/Stock/stockSearch'])
  })

  it('knows the sound of every page there is', () => {
    const all = collectEntries(permittedGroups(['admin']))
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter(({ found }) => syllablesOf(found.title).join('') === '')).toEqual([])
  })

  it('puts what was used lately before what is found as well', () => {
    const all = collectEntries(permittedGroups(['admin']))
    const usual = searchPages(all, '查询').map((page) => page.path)
    const lately = usual.at(-1) ?? ''
    expect(usual[0]).not.toBe(lately)
    const better = searchPages(all, '查询', [lately]).map((page) => page.path)
    expect(better.indexOf(lately)).toBeLessThan(usual.indexOf(lately))
  })

  it('never shows what the person may not open, nor everything for nothing', () => {
    expect(searchPages(groups, '货位')).toEqual([])
    expect(searchPages(groups, '  ')).toEqual([])
  })
})
