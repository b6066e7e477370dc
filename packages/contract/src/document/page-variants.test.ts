import { describe, expect, test } from 'vitest'
import { requisition } from '../requisition/requisition.ts'
import { registry } from '../registry.ts'
import { decide, rolesFor, rolesForDrafts } from './decide.ts'
import type { AnyDocument } from './declare/define-document.ts'
import {
  conditionsOfPages,
  isOfPage,
  makesDrafts,
  variantFields,
  variantOfDocument,
  variantOnPage,
} from './page-variants.ts'

const type: AnyDocument = requisition
const holder = (...roles: string[]) => ({
  userId: 'u1',
  userName: '沈一诺',
  roles: new Set(roles),
  isAdmin: false,
})
const draft = (requisitionType: string) => ({
  docNo: 'LL1',
  state: 'draft',
  erpState: 'notNeeded',
  acts: {},
  requisitionType,
})

describe('pages that are variants of a type', () => {
  test('permit an action on documents of their variant only', () => {
    const planner = holder('LLDCJXQJH')
    expect(decide(type, 'submit', planner, draft('planned'))).toBeNull()
    expect(decide(type, 'submit', planner, draft('urgent'))).toMatchObject({
      code: 'role-missing',
      params: { roles: 'LLDCJJJ/LLDBJ' },
    })
    expect(decide(type, 'submit', holder('LLDBJ'), draft('urgent'))).toBeNull()
    expect(rolesFor(type, 'submit')).toEqual([
      'LLDCJXQJH',
      'LLDCJJJ',
      'LLDXSDD',
      'LLDXSHXPZC',
      'LLDBD',
      'LLDBJ',
    ])
    expect(rolesForDrafts(type, 'edit', draft('urgent'))).toEqual(['LLDCJJJ', 'LLDBJ'])
  })

  test('open the documents of their variant; a page about all of them opens all', () => {
    expect(conditionsOfPages(type, holder('LLDCJJJ'))).toEqual([{ requisitionType: 'urgent' }])
    expect(conditionsOfPages(type, holder('LLDCJJJ', 'LLDCX'))).toBeNull()
    expect(conditionsOfPages(type, holder('KCCX'))).toEqual([])
    expect(conditionsOfPages(type, { roles: new Set(), isAdmin: true })).toBeNull()
  })

  test('without a source let people enter what a source would give', () => {
    const urgent = variantOnPage(type, type.pages['/pickings/emergency']!)
    expect(urgent.source).toBeUndefined()
    expect(urgent.header['plant']).toMatchObject({ by: 'user', required: true })
    expect(urgent.header['costCenter']).toMatchObject({ by: 'user' })
    expect(urgent.lines['materialNo']).toMatchObject({ by: 'user' })
    expect(urgent.header['companyCode']).toBeUndefined()
    expect(variantOfDocument(type, draft('urgent'))).toBe(urgent)
    expect(variantOfDocument(type, draft('planned'))).toBe(type)
  })

  test('choose one of several sources by its name', () => {
    const sale = variantOnPage(type, type.pages['/pickings/pickingSale']!)
    expect(sale.source).toBe(type.sources!['salesOrder'])
    expect(sale.source!.document).toBe('sales-order')
    expect(sale.header).toBe(type.header)
    expect(variantOfDocument(type, draft('sales'))).toBe(sale)
    const planned = variantOnPage(type, type.pages['/pickings/picking']!)
    expect(planned.source!.document).toBe('reservation')
    // With a source, but with fields that people enter on this page only.
    const paper = variantOnPage(type, type.pages['/pickings/materialApplicationSupplement']!)
    expect(paper.source!.document).toBe('emergency-issue')
    expect(paper.header['costCenter']).toMatchObject({ by: 'user' })
    expect(paper.lines['reservationNo']).toMatchObject({ by: 'user' })
    expect(planned.header['costCenter']).toMatchObject({ by: 'source' })
  })

  test('let people enter without a source what they name, and require it', () => {
    const chemicals = variantOnPage(type, type.pages['/pickings/chemicalDump']!)
    expect(chemicals.source).toBeUndefined()
    for (const field of ['plant', 'storageLocation', 'receivingStorageLocation', 'permitNo'])
      expect(chemicals.header[field], field).toMatchObject({ by: 'user', required: true })
    expect(chemicals.lines['materialNo']).toMatchObject({ by: 'user' })
    expect(chemicals.lines['receivingBin']).toMatchObject({ by: 'user', required: true })
    // Nothing of it is charged.
    expect(chemicals.header['costCenter']).toMatchObject({ by: 'source' })
    expect(variantOfDocument(type, draft('chemical'))).toBe(chemicals)
    const urgent = variantOfDocument(type, draft('urgent'))
    expect(urgent.header['receivingStorageLocation']).toMatchObject({ by: 'server' })
    // Entered there, too, but only for goods that need it.
    expect(urgent.header['permitNo']).toMatchObject({ required: false, neededBy: 'hazardClass' })
  })
})

test('every type tells its variants apart by fields of its header, and each of them is made in one way', () => {
  const found = Object.values<AnyDocument>(registry.documents)
  const varied = found.filter((definition) => variantFields(definition).length > 0)
  expect(varied.length).toBeGreaterThan(0)
  for (const definition of found) {
    const pages = Object.entries(definition.pages)
    for (const [path, { where = {}, source }] of pages) {
      for (const [field, value] of Object.entries(where)) {
        const declared = definition.header[field]
        expect(declared, `${path} asks for ${field}`).toBeDefined()
        // The variant is set by the page, not entered.
        expect(declared!.by, `${definition.name}.${field}`).toBe('server')
        if (declared!.choices) expect(Object.keys(declared!.choices)).toContain(value)
      }
      if (typeof source === 'string')
        expect(Object.keys(definition.sources ?? {})).toContain(source)
      // The source of a document must be derivable from its field values.
      for (const [other, page] of pages)
        if (makesDrafts(page) && makesDrafts(definition.pages[path]!) && isOfPage(page, where))
          expect(page.source, `${path} and ${other}`).toBe(source)
    }
  }
})
