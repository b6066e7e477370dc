import { describe, expect, it } from 'vitest'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { ApiError } from '../../api/api-error.ts'
import {
  defaultColumns,
  headerFields,
  listColumns,
  rowFields,
  statesOfColumn,
  totalledFields,
} from '../document-fields.ts'
import { makeIntentKeys } from '../../api/intent-key.ts'
import { sumOfColumn } from '../line-totals.ts'
import { relatedDocuments } from '../related.ts'
import { entryColumns } from './entry-columns.ts'
import { merged } from '../act/merge-results.ts'
import { servedProblems } from '../../fields/served-problems.ts'
import { sharedOut } from './use-entry.ts'

const definitionOf = (name: string): AnyDocument => {
  const found = documentDefinition(name)
  if (found === undefined) throw new Error(`no document ${name}`)
  return found
}

describe('columns of documents', () => {
  const receipt = definitionOf('goods-receipt')

  it('speaks the words of the document', () => {
    expect(headerFields(receipt)['docNo']?.label.zh).toBe('收货单号')
    expect(rowFields(receipt, 'line')['quantity']?.label.zh).toBe('实收数量')
  })

  it('has ERP columns only where the ERP is told', () => {
    expect(Object.keys(headerFields(definitionOf('requisition')))).not.toContain('erpState')
    expect(Object.keys(headerFields(receipt))).toContain('erpState')
    expect(Object.keys(headerFields(definitionOf('purchase-order')))).not.toContain('createdByName')
  })

  it('shows declared columns first and hides the rest, each once', () => {
    const columns = listColumns(receipt, 'line', ['docNo', 'quantity'])
    expect(columns.slice(0, 2).map(({ field }) => field)).toEqual(['docNo', 'quantity'])
    expect(columns.filter(({ isHidden }) => isHidden !== true)).toHaveLength(2)
    expect(new Set(columns.map(({ field }) => field)).size).toBe(columns.length)
  })

  it('has no room for a reference of which nothing can be chosen, unless a line has one', () => {
    const columnsOf = (valuationType: string | null, ...withoutChoice: string[]) =>
      entryColumns(
        definitionOf('arrival'),
        [{ rowId: '1', lineNo: 1, valuationType }],
        () => ({}),
        new Set(withoutChoice),
      ).map(({ field }) => field)
    expect(columnsOf(null)).toContain('valuationType')
    expect(columnsOf(null, 'valuationType')).not.toContain('valuationType')
    expect(columnsOf('NEW', 'valuationType')).toContain('valuationType')
  })

  it('begins each default list with number and state', () => {
    expect(defaultColumns(receipt, 'header').slice(0, 3)).toEqual(['docNo', 'state', 'erpState'])
    expect(statesOfColumn(receipt, 'state')).toHaveLength(Object.keys(receipt.states).length)
    expect(statesOfColumn(receipt, 'bin')).toBeUndefined()
    expect(totalledFields(rowFields(receipt, 'line'))).toContain('quantity')
  })
})

describe('what a write touches', () => {
  it('goes along the whole chain of sources in both directions, and no further', () => {
    const chain = relatedDocuments('arrival')
    expect(chain).toEqual(
      expect.arrayContaining([
        'purchase-order',
        'delivery-note',
        'arrival',
        'inspection-order',
        'goods-receipt',
      ]),
    )
    expect(chain).not.toContain('requisition')
  })
})

describe('intent keys', () => {
  it('repeats the key for the same content until it was done, and never for another', () => {
    let count = 0
    const keys = makeIntentKeys(() => `k${(count += 1)}`)
    expect([keys.of({ a: 1 }), keys.of({ a: 1 }), keys.of({ a: 2 }), keys.of({ a: 1 })]).toEqual([
      'k1',
      'k1',
      'k2',
      'k1',
    ])
    keys.done()
    expect(keys.of({ a: 1 })).toBe('k3')
  })
})

describe('totals of lines', () => {
  it('adds exactly, and only what has one unit', () => {
    const lines = [
      { unit: 'EA', quantity: '0.1' },
      { unit: 'EA', quantity: '0.2' },
      { unit: 'EA', quantity: null },
    ]
    expect(sumOfColumn(lines, 'quantity')).toBe('0.3')
    expect(sumOfColumn([...lines, { unit: 'KG', quantity: '1' }], 'quantity')).toBeNull()
    expect(sumOfColumn([{ unit: 'EA', quantity: 'many' }], 'quantity')).toBeNull()
  })
})

describe('refusals of the server', () => {
  const detail = (place: { line?: number; field?: string }) => ({
    code: 'x',
    params: {},
    zh: '错',
    en: 'wrong',
    ...place,
  })
  const error = new ApiError({
    status: 422,
    requestId: 'r',
    details: [
      detail({ line: 2, field: 'bin' }),
      detail({ field: 'etaDate' }),
      detail({ field: 'unknown' }),
      detail({}),
    ],
  })

  it('land on their cell, else on their field, else in the banner', () => {
    const shared = sharedOut(error, ['etaDate'], [{ rowId: 'r1' }, { rowId: 'r2' }])
    expect(shared.cells).toEqual([
      { rowId: 'r2', field: 'bin', message: { zh: '错', en: 'wrong' } },
    ])
    expect(Object.keys(shared.fields)).toEqual(['etaDate'])
    expect(shared.rest).toHaveLength(2)
  })

  it('of a dialog without lines keep lines in the banner', () => {
    const served = servedProblems(error, ['etaDate', 'bin'])
    expect(Object.keys(served.fields)).toEqual(['etaDate'])
    expect(served.rest).toHaveLength(3)
    expect(servedProblems(new Error('x'), [])).toEqual({ fields: {}, rest: undefined })
  })

  it('of a retried batch take the place of the earlier ones', () => {
    const failed = { id: 'a', docNo: 'A', isDone: false }
    const done = { id: 'b', docNo: 'B', isDone: true }
    expect(merged([failed, done], [{ ...failed, isDone: true }])).toEqual([
      { ...failed, isDone: true },
      done,
    ])
  })
})
