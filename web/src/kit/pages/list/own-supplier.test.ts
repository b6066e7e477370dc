import { deliveryNote } from '@kufang/contract/delivery/delivery-note.ts'
import { expect, test } from 'vitest'
import { listColumns } from '../../document/document-fields.ts'
import { columnsOfSupplier, filtersOfSupplier } from './own-supplier.ts'

test('the list of a supplier does not name him in each row, and asks for no supplier', () => {
  const columns = listColumns(deliveryNote, 'header', ['docNo', 'state', 'supplierNo', 'etaDate'])
  expect(filtersOfSupplier(['docNo', 'supplierNo', 'etaDate'])).toEqual(['docNo', 'etaDate'])
  const own = columnsOfSupplier(columns)
  const visible = own.filter(({ isHidden }) => isHidden !== true)
  expect(visible.map(({ field }) => field)).toEqual(['docNo', 'state', 'etaDate'])
  expect(own).toHaveLength(columns.length)
})
