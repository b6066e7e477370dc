import { describe, expect, it } from 'vitest'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { entryColumns } from './entry-columns.ts'
import { linesOfStock, quantityProblemsOf } from './entry-lines.ts'
import { withStock } from './entry-stock.ts'
import type { Proposals } from './entry-stock.ts'

const transfer = documentDefinition('transfer-order')!
const change = documentDefinition('batch-change')!
const move = documentDefinition('location-adjustment')!
const count = documentDefinition('stocktaking')!
const row = {
  materialNo: 'M1',
  description: '闸阀',
  unit: 'EA',
  bin: 'A-01',
  batch: '',
  quantity: '10',
  available: '7',
}

describe('lines of stock being entered', () => {
  it('proposes all that is available, and nothing where the ledger gives the quantity', () => {
    const [line] = linesOfStock(transfer, [], [row])
    expect(line).toMatchObject({ materialNo: 'M1', bin: 'A-01', batch: null, quantity: '7' })
    expect(linesOfStock(count, [], [row])[0]).not.toHaveProperty('quantity')
  })

  it('shows what stays of the stock beside the field for its new value', () => {
    const batch = { ...row, batch: 'C1', expiryDate: '2027-06-20', heatNo: 'H-1' }
    const lines = linesOfStock(change, [], [batch])
    const shown = entryColumns(change, lines, () => ({})).map(({ field }) => field)
    expect(shown.slice(shown.indexOf('expiryDate'))).toEqual([
      'expiryDate',
      'newExpiryDate',
      'newProductionDate',
      'heatNo',
      'newHeatNo',
      'newCertificateNo',
      'cleared',
      'specialStock',
      'specialStockReference',
      'lineRemark',
    ])
  })

  it('takes each stock once, whatever its quantity has become in the form', () => {
    const [line] = linesOfStock(transfer, [], [row])
    const known = [{ ...line!, quantity: '2', receivingBin: 'B-01' }]
    expect(linesOfStock(transfer, known, [row, { ...row, bin: 'A-02' }])).toMatchObject([
      { bin: 'A-02' },
    ])
  })

  it('refuses more than is available, lines of the same stock together', () => {
    const line = (rowId: string, quantity: string) => ({ ...row, batch: null, rowId, quantity })
    expect(quantityProblemsOf(transfer, [line('a', '7')])).toEqual([])
    const [first, second] = quantityProblemsOf(transfer, [line('a', '3'), line('b', '5')])
    expect([first?.rowId, second?.rowId]).toEqual(['a', 'b'])
    expect(first?.message).toMatchObject({ zh: '同一库存的 2 行合计 8，超过可用数量 7 EA，请改小' })
    const [alone] = quantityProblemsOf(transfer, [line('a', '8')])
    expect(alone?.message).toMatchObject({ zh: '8 超过可用数量 7 EA，请改小' })
    expect(
      quantityProblemsOf(transfer, [line('a', '3'), { ...line('b', '5'), bin: 'A-02' }]),
    ).toEqual([])
  })

  it('names the quantity that limits it as its column does', () => {
    const line = { ...row, available: '7', rowId: 'a', quantity: '8' }
    const [problem] = quantityProblemsOf(move, [line])
    expect(problem?.message).toEqual({
      zh: '8 超过可移动数量 7 EA，请改小',
      en: '8 exceeds the movable quantity 7 EA; reduce it',
    })
  })

  it('fills an empty field with the proposal, follows a new one, and leaves what a person entered or removed', () => {
    const proposals: Proposals = new Map()
    const answer = (receivingBin: string | null) => ({
      available: null,
      secondUnit: null,
      secondRatio: null,
      proposed: { receivingBin },
    })
    const filled = withStock({ rowId: 'a' }, answer('B-01'), proposals)
    expect(filled).toMatchObject({ receivingBin: 'B-01' })
    const moved = withStock(filled, answer('C-01'), proposals)
    expect(moved).toMatchObject({ receivingBin: 'C-01' })
    expect(withStock({ ...moved, receivingBin: null }, answer('C-01'), proposals)).toMatchObject({
      receivingBin: null,
    })
    expect(withStock({ ...moved, receivingBin: 'C-09' }, answer('D-01'), proposals)).toMatchObject({
      receivingBin: 'C-09',
    })
  })
})
