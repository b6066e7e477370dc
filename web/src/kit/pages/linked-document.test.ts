import { describe, expect, test } from 'vitest'
import { documentDefinition, documents } from '@kufang/contract/registry.ts'
import { linkedDocument } from './linked-document.ts'

const { arrival } = documents
const receipt = documents['goods-receipt']
const order = documents['inspection-order']
const shortage = documents['arrival-shortage']
const meant = (named: Parameters<typeof linkedDocument>[0], query: string) =>
  linkedDocument(named, new URLSearchParams(query), documentDefinition)

describe('which document a link to a page with several means', () => {
  test('the number names it: a receipt does not open the list of arrivals', () => {
    expect(meant([arrival, receipt], 'docNo=RK20261100003')).toBe('goods-receipt')
    expect(meant([arrival, receipt], 'docNo=DH20261100003')).toBe('arrival')
  })

  test('what is to be made from a document is the type with such a source', () => {
    expect(meant([order, shortage], `source=${order.prefix}20261100001`)).toBe('arrival-shortage')
  })

  test('a list that is named precedes the number', () => {
    expect(meant([arrival, receipt], 'list=arrival&docNo=RK20261100003')).toBe('arrival')
  })

  test('a number of the ERP and a link without one mean none', () => {
    expect(meant([arrival, receipt], 'docNo=4500001173')).toBeNull()
    expect(meant([arrival, receipt], '')).toBeNull()
  })
})
