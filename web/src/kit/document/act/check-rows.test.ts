import type { MoveRow, PreviewPlace } from '@kufang/contract/document/api.ts'
import { documents } from '@kufang/contract/registry.ts'
import { expect, test } from 'vitest'
import { lineRows, movedRows, movesToPost } from './check-rows.ts'

const place: PreviewPlace = {
  place: 'stock',
  plant: '1011',
  storageLocation: '1103',
  bin: 'DJ-01',
  batch: '',
  stockCategory: 'QI',
  specialStock: '',
}
const line = {
  lineNo: 1,
  materialNo: '16030008',
  description: '隔爆型电动机',
  specification: 'YBX4-200L',
  quantity: '3',
  unit: 'EA',
  stockCategory: 'UU',
  bin: 'A-01',
  purchaseOrderNo: '4500001055',
  heldQuantity: '0',
  freeQuantity: '3',
  batch: null,
}
const move = (id: string, lineNo: number, change: Partial<MoveRow> = {}): MoveRow => ({
  id,
  movedAt: '2026-11-22T07:04:00Z',
  documentType: 'goods-receipt',
  documentId: 'd',
  documentNo: 'RK1',
  lineNo,
  materialNo: '16030008',
  quantity: '3',
  movementType: '321',
  from: place,
  to: { ...place, bin: 'A-01', stockCategory: 'UU' },
  reverses: null,
  materialDocument: null,
  materialDocumentYear: null,
  userName: '周海宁',
  ...change,
})

test('the reviewer of a receipt sees each line with what the storekeeper typed before what came along', () => {
  const [row] = lineRows(documents['goods-receipt'], [line])
  expect(row).toMatchObject({ materialNo: '16030008', quantity: '3', unit: 'EA' })
  expect(row?.details.map(({ label, text }) => [label.zh, text])).toEqual([
    ['库存类型', '合格入库'],
    ['货位', 'A-01'],
    ['采购订单', '4500001055'],
  ])
})

test('a line says where its goods went, each of its moves once, and not what was taken back', () => {
  const lines = lineRows(documents['goods-receipt'], [line, { ...line, lineNo: 2 }])
  const rows = movedRows(lines, [
    move('1', 1, { quantity: '2' }),
    move('2', 1, { quantity: '1' }),
    move('3', 2),
    move('4', 2, { reverses: '3' }),
  ])
  expect(
    rows.map(({ lineNo, quantity, movementType }) => [lineNo, quantity, movementType]),
  ).toEqual([
    [1, '2', '321'],
    [1, '1', '321'],
    [2, '3', ''],
  ])
  expect(rows.map(({ details }) => details.length > 0)).toEqual([true, false, true])
})

test('of a move that was taken back in part the rest is shown', () => {
  const lines = lineRows(documents['goods-receipt'], [line])
  const rows = movedRows(lines, [
    move('1', 1, { quantity: '3' }),
    move('2', 1, { quantity: '1', reverses: '1' }),
  ])
  expect(rows.map(({ quantity, movementType }) => [quantity, movementType])).toEqual([['2', '321']])
})

test('who posts the second step sees its movements alone, and who posts the first those of both', () => {
  const moves = [move('1', 1, { movementType: '313' }), move('2', 1, { movementType: '315' })]
  const posting = (movementType: string) => ({
    movementTypes: [movementType],
    items: 1,
    direction: 'post' as const,
  })
  const idsOf = (preview: Parameters<typeof movesToPost>[1]): string[] =>
    movesToPost(moves, preview).map(({ id }) => id)
  expect(idsOf({ postings: [posting('315')], laterSteps: [] })).toEqual(['2'])
  const second = { label: { zh: '接收过账', en: 'Post receipt' }, movementTypes: '315' }
  expect(idsOf({ postings: [posting('313')], laterSteps: [second] })).toEqual(['1', '2'])
  const reversal = { ...posting('314'), direction: 'reverse' as const }
  expect(idsOf({ postings: [reversal], laterSteps: [] })).toEqual(['1', '2'])
  expect(idsOf(undefined)).toEqual(['1', '2'])
})
