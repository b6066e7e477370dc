import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, requireStatus, startTestStandIn, testSeed, textAt } from '../test-client.ts'
import type { Json, TestReply, TestStandIn } from '../test-client.ts'

let standIn: TestStandIn
beforeAll(async () => {
  standIn = await startTestStandIn(testSeed)
})
afterAll(() => standIn.close())

const here = { Material: 'VALVE-1', Plant: '1010', StorageLocation: '0001' }
const ten = { QuantityInEntryUnit: '10' }
const order = (item: string) => ({
  GoodsMovementRefDocType: 'B',
  PurchaseOrder: '4500000001',
  PurchaseOrderItem: item,
})

async function post(code: string, item: object): Promise<string> {
  const reply = await standIn.client.post(code, [{ ...ten, ...item }])
  requireStatus(reply, 201)
  return textAt(reply.json, 'd', 'MaterialDocument')
}

const rows = (reply: TestReply): readonly Json[] => listAt(reply.json, 'd', 'results')

/** "BSX 1100.00" for each line of the accounting documents of a material document. */
async function accounting(number: string): Promise<string[]> {
  const filter = `ReferenceDocumentType eq 'MKPF' and OriginalReferenceDocument eq '${number}2026'`
  const reply = await standIn.client.get(
    `API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube?$filter=${filter}`,
  )
  return rows(reply).map((row) =>
    ['TransactionTypeDetermination', 'Plant', 'Quantity', 'AmountInCompanyCodeCurrency']
      .map((column) => textAt(row, column))
      .join(' '),
  )
}

async function amounts(number: string): Promise<{ entered: unknown[]; posted: unknown[] }> {
  const items = await standIn.client.get(
    `API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem?$filter=MaterialDocument eq '${number}'`,
  )
  const view = await standIn.client.get(
    `YY1_GOODSMOVEMENTITEM_CDS/YY1_GOODSMOVEMENTITEM?$filter=MaterialDocument eq '${number}'`,
  )
  return {
    entered: rows(items).map((row) => at(row, 'GdsMvtExtAmtInCoCodeCrcy')),
    posted: rows(view).map((row) => at(row, 'TotalGoodsMvtAmtInCCCrcy')),
  }
}

describe('what goods are worth', () => {
  it('is not in the material document, whose amount is what was entered', async () => {
    const received = await post('01', { GoodsMovementType: '101', ...order('10') })
    expect(await amounts(received)).toEqual({ entered: [null], posted: ['1100.00'] })
    const opened = await post('05', {
      ...here,
      Material: 'VALVE-2',
      GoodsMovementType: '561',
      GdsMvtExtAmtInCoCodeCrcy: '1234.50',
    })
    expect(await amounts(opened)).toEqual({ entered: ['1234.500'], posted: ['1234.50'] })
  })

  it.each([
    ['101', '01', order('10'), ['BSX 1010 10.000 1100.00', 'WRX 1010 -10.000 -1100.00']],
    ['101', '01', order('70'), ['KBS 1010 10.000 1100.00', 'WRX 1010 -10.000 -1100.00']],
    // GR blocked stock and consignment stock are not valued, a transfer inside a plant moves no value.
    ['103', '01', order('20'), []],
    ['101', '01', order('50'), []],
    ['321', '04', here, []],
    ['344', '04', here, []],
    ['311', '04', { ...here, IssuingOrReceivingStorageLoc: '0002' }, []],
  ])('%s (%s) is in the accounting document', async (GoodsMovementType, code, item, expected) => {
    expect(await accounting(await post(code, { GoodsMovementType, ...item }))).toEqual(expected)
  })

  it('of an issue is the average, and its reversal takes it back', async () => {
    const item = { ...here, Material: 'VALVE-2' }
    await post('05', { ...item, GoodsMovementType: '561', GdsMvtExtAmtInCoCodeCrcy: '500' })
    const issued = await post('03', { ...item, GoodsMovementType: '201', CostCenter: 'CC1' })
    const [stock = '', offset = ''] = await accounting(issued)
    expect(stock).toMatch(/^BSX 1010 -10\.000 -\d+\.\d\d$/)
    expect(offset).toBe(stock.replace('BSX', 'GBB').replaceAll('-', ''))
    const reply = await standIn.client.cancel('2026', issued)
    requireStatus(reply, 200)
    const back = await accounting(textAt(reply.json, 'd', 'MaterialDocument'))
    expect(back[0]).toBe(stock.replaceAll('-', ''))
  })

  it('of goods of a project is that of the project alone: taken over at the price of the plant, all of it gone with the last piece', async () => {
    const item = { ...here, Material: 'VALVE-2' }
    await post('05', { ...item, GoodsMovementType: '561', GdsMvtExtAmtInCoCodeCrcy: '700' })
    const project = { InventorySpecialStockType: 'Q', SpecialStockIdfgWBSElement: 'P-VALUE-1' }
    const taken = await accounting(
      await post('04', { ...item, ...project, GoodsMovementType: '415' }),
    )
    const [value] = /\d+\.\d\d$/.exec(taken[0] ?? '') ?? []
    expect(taken.toSorted()).toEqual([`BSX 1010 -10.000 -${value}`, `BSX 1010 10.000 ${value}`])
    // Dearer goods of the plant change nothing for those of the project.
    await post('05', { ...item, GoodsMovementType: '561', GdsMvtExtAmtInCoCodeCrcy: '90000' })
    const drawn = { ...item, ...project, GoodsMovementType: '221', WBSElement: 'P-VALUE-1' }
    const first = await accounting(await post('03', { ...drawn, QuantityInEntryUnit: '3' }))
    const last = await accounting(await post('03', { ...drawn, QuantityInEntryUnit: '7' }))
    const worth = [first, last].map(([stock]) => Number(stock?.split(' ').at(-1)))
    expect(worth[0]! + worth[1]!).toBeCloseTo(-Number(value), 2)
  })

  it('of goods drawn from a consignor is an expense', async () => {
    const drawn = await post('03', {
      ...here,
      GoodsMovementType: '201',
      CostCenter: 'CC1',
      InventorySpecialStockType: 'K',
      Supplier: '100001',
    })
    expect((await accounting(drawn)).map((line) => line.split(' ')[0])).toEqual(['GBB', 'KON'])
  })
})
