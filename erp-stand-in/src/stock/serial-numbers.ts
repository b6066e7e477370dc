import { compareQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import type { ItemContext } from './item-context.ts'
import { materialDocumentTables } from './material-document-sets.ts'
import { textOf } from './movement-rules.ts'

/** Stores an item's serial numbers; a material with a serial profile requires one per piece (M7/175). */
export function saveSerialNumbers(
  transaction: Transaction,
  key: readonly [year: string, document: string, item: string],
  item: ItemContext,
  serialNumbers: readonly Row[],
): void {
  const { product } = item
  const profile = textOf(product, 'SerialNumberProfile')
  const wanted = profile !== '' && item.row.SerialNumbersAreCreatedAutomly !== true
  if (wanted && compareQuantity(parseQuantity(serialNumbers.length), item.baseQuantity) !== 0) {
    throw new BusinessMessage('M7/175')
  }
  const [year, document, number] = key
  for (const serial of serialNumbers) {
    if (textOf(serial, 'SerialNumber') === '') throw new BusinessMessage('M7/018', 'Serial number')
    transaction.put(materialDocumentTables.serialNumber, {
      ...serial,
      Material: textOf(item.row, 'Material'),
      MaterialDocumentYear: year,
      MaterialDocument: document,
      MaterialDocumentItem: number,
    })
  }
}
