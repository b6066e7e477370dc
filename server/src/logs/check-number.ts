import { refuse } from '@kufang/kernel/refusal.ts'
import { asErpRefusal, erpOf } from '../erp.ts'
import { matchItems } from '../erp/match-items.ts'
import { withoutZeros } from '../erp/client/odata-text.ts'
import { readItems } from '../erp/posting-items.ts'
import { readPosting } from '../erp/posting-row.ts'
import type { ServerContext } from '../platform/http/context.ts'

/** The posting that is to be closed, and the number that a person found for it in the ERP. */
export interface NumberGiven {
  companyCode: string
  postingId: string
  direction: 'post' | 'reverse'
  documentNo: string
  materialDocument: string
  year: string
}

/**
 * Reads the document with the number in the ERP and compares it with the posting, before the transaction: material,
 * quantity, movement type, plant, batch, valuation type, purchase order and serial numbers of every item.
 * @throws Refusal `number-unknown-in-erp`, `number-differs`, `erp-unreachable`
 */
export async function checkNumber(context: ServerContext, given: NumberGiven): Promise<void> {
  const { companyCode, postingId, materialDocument, year } = given
  const number = `${materialDocument}/${year}`
  const items = await itemsOf(context, companyCode, postingId)
  const withSerialNumbers = items.some(({ serialNumbers }) => serialNumbers.length > 0)
  const { connections } = erpOf(context)
  const found = await (async () => {
    try {
      const { documents } = await connections.materialDocuments(companyCode)
      const call = connections.logged({ companyCode, interfaceCode: 'material-document' })
      return await documents.read({ materialDocument, year }, call, withSerialNumbers)
    } catch (error) {
      throw asErpRefusal(error)
    }
  })()
  if (found === undefined)
    throw refuse('number-unknown-in-erp', { number }, { field: 'materialDocument' })
  const { differences } = matchItems(items, found.items, given.direction)
  if (differences.length > 0)
    throw refuse(
      'number-differs',
      { number, no: given.documentNo, differences: differences.join('；') },
      { field: 'materialDocument' },
    )
}

/** The items of a posting, with the valuation type, purchase order and serial numbers that its request names. */
async function itemsOf({ database }: ServerContext, companyCode: string, postingId: string) {
  const posting = await readPosting(database, companyCode, postingId)
  const requested = posting?.payload.items ?? []
  const items = await readItems(database, companyCode, postingId)
  return items.map((item) => {
    const {
      purchaseOrder = '',
      purchaseOrderItem = '',
      valuationType = '',
      serialNumbers = [],
    } = requested[item.itemNo - 1] ?? {}
    const order = `${withoutZeros(purchaseOrder)}/${withoutZeros(purchaseOrderItem)}`
    return {
      ...item,
      valuationType,
      serialNumbers,
      purchaseOrderItem: purchaseOrder === '' ? '' : order,
    }
  })
}
