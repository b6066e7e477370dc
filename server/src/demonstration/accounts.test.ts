import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { rolesForAmounts } from '@kufang/contract/document/visible.ts'
import { documents } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { jobs } from '../document/journey/jobs.ts'
import { findJourney, type AnyJourney } from '../document/journey/journey.ts'
import { demonstrationAccounts, jobsOfPage } from './accounts.ts'

test('every job has an account of its own, and every page of a document somebody besides the administrator', () => {
  const accounts = demonstrationAccounts.map(({ account }) => account)
  expect(new Set(accounts).size).toBe(accounts.length)
  expect(accounts).toEqual(
    expect.arrayContaining(Object.values(jobs).map(({ account }) => account)),
  )
  const held = new Set(demonstrationAccounts.flatMap(({ roles }) => roles))
  const pages = Object.values<AnyDocument>(documents).flatMap(({ pages: own }) => Object.keys(own))
  expect(pages.length).toBeGreaterThan(40)
  expect(pages.filter((path) => !held.has(cataloguePage(path).role))).toEqual([])
})

test('whoever enters an amount by the journey of its document sees it', () => {
  const entered = Object.values<AnyDocument>(documents).flatMap((definition) => {
    const { start, acts }: AnyJourney = findJourney(definition.name)
    const doers = [
      ...(start === undefined ? [] : [['create', start.by] as const]),
      ...Object.entries(acts).map(([act, { by }]) => [act, by] as const),
    ]
    return doers
      .map(([act, by]) => ({ act, by, roles: rolesForAmounts(definition, act) }))
      .filter(({ roles }) => roles.length > 0)
      .map((one) => ({ ...one, name: definition.name }))
  })
  expect(entered.length).toBeGreaterThan(0)
  const unseeing = entered.filter(({ by, roles }) => {
    const { account } = jobs[by]
    const held = demonstrationAccounts.find((one) => one.account === account)?.roles ?? []
    return !roles.some((role) => held.includes(role))
  })
  expect(unseeing).toEqual([])
})

test('a page that no account names is for those who work there by the journey of its document', () => {
  const journey: AnyJourney = findJourney('document-handover')
  const on = (page: Partial<AnyDocument['pages'][string]>) => [
    ...jobsOfPage(journey, { kind: 'maintain', ...page }),
  ]
  expect(on({ actions: ['confirm', 'refuse'] })).toEqual(['unitHead'])
  expect(on({ creates: true, actions: ['confirm'] }).sort()).toEqual(['storekeeper', 'unitHead'])
  expect(on({ kind: 'create' })).toEqual(['storekeeper'])
  // A page without actions is read by everyone in the journey.
  expect(on({ kind: 'query' }).sort()).toEqual(['storekeeper', 'unitHead'])
})
