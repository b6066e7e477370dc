import type { FirstStock } from '@kufang/contract/stock/stock-first.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { expect, test } from 'vitest'
import { holderNos, isTaken, kindOf } from './stock-words.ts'

const stock = (change: Partial<FirstStock> = {}): FirstStock => ({
  lineNo: 1,
  companyCode: '1010',
  plant: '1011',
  storageLocation: '1001',
  storageLocationName: '一号库',
  keeperName: '',
  materialNo: 'M1',
  description: '闸阀',
  specification: 'DN50',
  manufacturer: '',
  unit: 'EA',
  isEquivalent: false,
  available: '5' as Quantity,
  held: '0' as Quantity,
  holders: [],
  lastIssuedOn: null,
  isDead: false,
  ...change,
})

test('what is free is taken, what is held or of another company is asked for', () => {
  const kind = (change: Partial<FirstStock>) => kindOf(stock(change), '1010')
  expect(kind({})).toBe('free')
  expect(kind({ isDead: true })).toBe('dead')
  expect(kind({ isEquivalent: true, isDead: true })).toBe('equivalent')
  expect(kind({ available: '0' as Quantity, held: '5' as Quantity })).toBe('held')
  expect(kind({ companyCode: '1020', isEquivalent: true })).toBe('shared')
  expect((['free', 'dead', 'equivalent', 'held', 'shared'] as const).map(isTaken)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('a document that holds goods in several bins is named once, one without a number not at all', () => {
  const holder = (documentNo: string) => ({
    documentType: 'requisition',
    documentNo,
    quantity: '1' as Quantity,
  })
  expect(holderNos(stock({ holders: [holder('LL1'), holder('LL1'), holder('')] }))).toEqual(['LL1'])
})
