import { expect, it } from 'vitest'
import { permittedGroups } from '../page-list.ts'
import { collectEntries } from './menu-entries.ts'

it('collects what is in the menu of the person, hidden pages left out', () => {
  expect(collectEntries(permittedGroups(['KCGL', 'KCCX'])).map(({ page }) => page.path)).toEqual([
    '/Stock/stockSearch',
  ])
  const all = collectEntries(permittedGroups(['admin']))
  expect(all.length).toBeGreaterThan(20)
  expect(all.some(({ page }) => page.hidden)).toBe(false)
})
