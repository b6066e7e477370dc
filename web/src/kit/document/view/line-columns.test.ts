import { expect, test } from 'vitest'
import { reservation } from '@kufang/contract/external-documents/reservation.ts'
import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
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

test('the lines of a document show what drafts hold only where drafts hold something', () => {
  expect(shown({ ...line, heldQuantity: '0' }, { ...line, heldQuantity: '0.000' })).not.toContain(
    'heldQuantity',
  )
  expect(shown({ ...line, heldQuantity: '0' }, { ...line, heldQuantity: '2.5' })).toContain(
    'heldQuantity',
  )
  expect(shown({ ...line, heldQuantity: '0' })).toContain('doneQuantity')
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
