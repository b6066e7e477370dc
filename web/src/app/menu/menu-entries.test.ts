import { expect, it } from 'vitest'
import { permittedGroups } from '../page-list.ts'
import { collectEntries } from './menu-entries.ts'

it('collects what the person may open, also what the menu leaves out', () => {
  expect(collectEntries(permittedGroups(['KCGL', 'KCCX'])).map(({ page }) => page.path)).toEqual([
    '/Stock/stockSearch',
  ])
  const all = collectEntries(permittedGroups(['admin']))
  expect(all.length).toBeGreaterThan(20)
  expect(all.map(({ page }) => page.path)).toContain('/shippingManagement/outPostAccount')
  expect(collectEntries(permittedGroups(['CKGL', 'CKSH'])).map(({ page }) => page.path)).toEqual([
    '/shippingManagement/auditShipping',
  ])
})
