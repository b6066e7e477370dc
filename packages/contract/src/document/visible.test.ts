import { expect, test } from 'vitest'
import { periodStockQuery } from '../reports/period-stock-query.ts'
import { registry } from '../registry.ts'
import { amountPages, pagesOpenedBy } from './catalogue/amount-pages.ts'
import { money } from './declare/field.ts'
import { cataloguePage, pageCatalogue } from './catalogue/page-catalogue.ts'
import {
  amountFields,
  amountRoles,
  hiddenFields,
  seesAmounts,
  visibleDefinition,
  visibleTo,
  type Subject,
} from './visible.ts'

const holder = (...roles: string[]) => ({ roles: new Set(roles), isAdmin: false })
const {
  'goods-receipt': receipt,
  'goods-issue': issue,
  requisition,
  stocktaking,
} = registry.documents

test('every page with amounts of the catalogue opens pages of the catalogue, and no two the same', () => {
  const named = pageCatalogue.filter(({ role }) => role.endsWith('JE')).map(({ path }) => path)
  expect([...amountPages].sort()).toEqual(named.sort())
  const opened = amountPages.flatMap(pagesOpenedBy)
  expect(new Set(opened).size).toBe(opened.length)
  for (const path of opened) expect(cataloguePage(path).path).toBe(path)
})

test('whatever declares an amount has a role that opens it', () => {
  const subjects: Record<string, Subject> = {
    ...registry.documents,
    ...registry.masters,
    ...registry.queries,
  }
  const valued = Object.entries(subjects).filter(([, subject]) => amountFields(subject).size > 0)
  expect(valued.length).toBeGreaterThan(4)
  expect(valued.filter(([, subject]) => amountRoles(subject).length === 0)).toEqual([])
})

test('money is an amount, unless its declaration says why everybody may see it', () => {
  const publicBecause = 'the price list hangs in the shop'
  expect(money(amount.label).isAmount).toBe(true)
  expect(money(amount.label, { publicBecause }).isAmount).toBe(false)
  const shown = Object.values({ ...registry.documents, ...registry.queries } as Record<
    string,
    Subject
  >)
    .flatMap(({ fields, header, lines, actions = {} }) => [
      ...[fields, header, lines].map((one) => one ?? {}),
      ...Object.values(actions).flatMap(({ input = {}, lineInput = {} }) => [input, lineInput]),
    ])
    .flatMap(Object.entries)
    .filter(
      ([, { kind, isAmount, publicBecause: reason }]) =>
        kind === 'money' && isAmount !== true && !reason,
    )
  expect(shown).toEqual([])
})

test('the role of one subject opens no other', () => {
  expect(amountRoles(receipt)).toEqual(['DHJLCXJE'])
  expect(amountRoles(issue)).toEqual(['CKJLCXJE'])
  expect(seesAmounts(receipt, holder('DHJLCXJE'))).toBe(true)
  expect(seesAmounts(issue, holder('DHJLCXJE', 'KCCXJE'))).toBe(false)
  expect(seesAmounts(issue, { roles: new Set(), isAdmin: true })).toBe(true)
  expect(amountRoles(requisition)).toEqual([])
})

test('amounts are taken out of a row, a document and a trace, however deep they lie', () => {
  const trace = {
    before: { header: { docNo: 'RK1' }, lines: [{ lineNo: 1, amount: '5.00', quantity: '2' }] },
    after: { state: 'received', input: { amount: '6.00' }, lines: { 1: { amount: '7.00' } } },
  }
  expect(visibleTo(receipt, holder('DHJLCHX', 'CKJLCXJE'), trace)).toEqual({
    before: { header: { docNo: 'RK1' }, lines: [{ lineNo: 1, quantity: '2' }] },
    after: { state: 'received', input: {}, lines: { 1: {} } },
  })
  expect(visibleTo(receipt, holder('DHJLCXJE'), trace)).toBe(trace)
})

test('an amount of the header and one that an action asks for are hidden like those of lines', () => {
  const valued: Subject = {
    pages: { '/Stock/stockSearch': { kind: 'query', columns: ['docNo', 'total'] } },
    header: {
      total: { ...amount, kind: 'money' },
      docNo: { ...amount, kind: 'text', isAmount: false },
    },
    lines: {},
    actions: { settle: { label: amount.label, input: { paid: { ...amount, kind: 'money' } } } },
  }
  expect([...hiddenFields(valued, holder('KCCX'))].sort()).toEqual(['paid', 'total'])
  const shown = visibleDefinition(valued, holder('KCCX'))
  expect(Object.keys(shown.header!)).toEqual(['docNo'])
  expect(shown.actions!['settle']!.input).toEqual({})
  expect(shown.pages['/Stock/stockSearch']).toEqual({ kind: 'query', columns: ['docNo'] })
  expect(visibleDefinition(valued, holder('KCCX'))).toBe(shown)
  expect(visibleDefinition(valued, holder('KCCXJE'))).toBe(valued)
})

const amount = { label: { zh: '金额', en: 'Amount' }, required: false, isAmount: true } as const

test('who may not see the values of a month has no columns of them', () => {
  const shown = visibleDefinition(periodStockQuery, holder('BBSFCLS'))
  expect(Object.keys(shown.fields)).toContain('closingQuantity')
  expect(Object.keys(shown.fields).filter((name) => name.endsWith('Value'))).toEqual([])
})

test('what was counted first of a blind count is seen by who counted it, also in parts, and by others only at the end', () => {
  const counter = { ...holder(), userId: 'counter' }
  const other = { ...holder(), userId: 'other' }
  const lines = [{ lineNo: 1, quantity: '20', countedQuantity: '18' }]
  const count = { userId: 'second', userName: '乙', at: '', others: [{ userId: 'counter' }] }
  const at = (state: string, isBlind = true) => ({ state, isBlind, acts: { count } })
  const seen = (reader: Parameters<typeof visibleTo>[1], document: object | null) =>
    Object.keys(visibleTo(stocktaking, reader, lines, document as never)[0]!)
  for (const state of ['counting', 'toRecount']) {
    expect(seen(counter, at(state))).toEqual(['lineNo', 'countedQuantity'])
    for (const reader of [other, holder(), { ...other, isAdmin: true }])
      expect(seen(reader, at(state))).toEqual(['lineNo'])
  }
  expect(seen(other, null)).toEqual(['lineNo'])
  expect(seen(other, at('differing'))).toEqual(['lineNo', 'quantity', 'countedQuantity'])
  expect(seen(other, at('toRecount', false))).toEqual(['lineNo', 'quantity', 'countedQuantity'])
})

test('who signs in for a supplier sees no numbers that are internal, in the browser as on the server', () => {
  const { 'problem-document': problem } = registry.documents
  const shown = (reader: Parameters<typeof visibleDefinition>[1]) => {
    const { header, pages, actions } = visibleDefinition(problem, reader)
    return [header, actions.addFinding.input, pages['/deliverManager/queryDelivery']].map((part) =>
      JSON.stringify(part).includes('concernedNos'),
    )
  }
  const outside = { ...holder('SHDCX'), isExternal: true }
  const ofServer = { ...holder('SHDCX'), scope: { supplierNo: '100001' } }
  expect([shown(outside), shown(ofServer)]).toEqual([
    [false, false, false],
    [false, false, false],
  ])
  // Of the company, also after the supplier's declaration is known.
  for (const inside of [
    holder('SHDCX'),
    { ...holder('SHDCX'), isExternal: false },
    { ...holder('SHDCX'), scope: { supplierNo: null } },
  ])
    expect(shown(inside)).toEqual([true, true, true])
  expect(
    visibleTo(problem, outside, { header: { concernedNos: ['DH1'], noteNos: ['SD1'] } }),
  ).toEqual({ header: { noteNos: ['SD1'] } })
})
