import { expect, test } from 'vitest'
import { reservation } from '@kufang/contract/external-documents/reservation.ts'
import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { knowUnitNames } from '@kufang/contract/document/catalogue/unit-words.ts'
import { cellTextWithin } from '../../grid/cell-format.ts'
import { lineColumns } from './line-columns.ts'

const line = {
  lineNo: 10,
  materialNo: '14010006',
  description: '螺栓',
  unit: 'EA',
  quantity: '20',
  doneQuantity: '0',
  openQuantity: '20',
}
const shown = (...lines: object[]) => shownOf(reservation, lines)
const shownOf = (definition: AnyDocument, lines: object[]) =>
  lineColumns(definition, lines as never)
    .filter(({ isHidden }) => isHidden !== true)
    .map(({ field }) => field)

test('a quantity ordered in boxes has room for both units, as people say them', () => {
  knowUnitNames({ BOX: '盒', EA: '个' })
  const boxes = { entryUnit: 'BOX', unitNumerator: 50, unitDenominator: 1, quantity: '1100' }
  const quantity = (given: object) =>
    lineColumns(reservation, [{ ...line, ...given }]).find(({ field }) => field === 'quantity')!
  const column = quantity(boxes)
  const text = '22 盒 = 1,100 个'
  expect(cellTextWithin(column, { ...line, ...boxes }, column.width!)).toBe(text)
  expect(quantity({}).width).toBeLessThan(column.width!)
  knowUnitNames({})
})

test('the lines of a document show what drafts hold only where drafts hold something', () => {
  expect(shown({ ...line, heldQuantity: '0' }, { ...line, heldQuantity: '0.000' })).not.toContain(
    'heldQuantity',
  )
  expect(shown({ ...line, heldQuantity: '0' }, { ...line, heldQuantity: '2.5' })).toContain(
    'heldQuantity',
  )
  expect(shown({ ...line, heldQuantity: '0' })).toContain('doneQuantity')
})

test('what is closed of a line stands beside what is open, once something is', () => {
  expect(shown({ ...line, closedQuantity: '0' })).not.toContain('closedQuantity')
  const columns = shown({ ...line, closedQuantity: '0' }, { ...line, closedQuantity: '5' })
  expect(columns[columns.indexOf('openQuantity') + 1]).toBe('closedQuantity')
  const closed = lineColumns(reservation, [{ ...line, closedQuantity: '5' }] as never)
  expect(closed.find(({ field }) => field === 'closedQuantity')!.isEssential).toBe(true)
})

test('the lines of a document show what the ERP did with them once it is to get one of them', () => {
  expect(shownOf(stocktaking, [{ ...line, lineErpState: 'notNeeded' }])).not.toContain(
    'lineErpState',
  )
  expect(
    shownOf(stocktaking, [
      { ...line, lineErpState: 'notNeeded' },
      { ...line, lineErpState: 'unposted' },
    ]),
  ).toContain('lineErpState')
})
