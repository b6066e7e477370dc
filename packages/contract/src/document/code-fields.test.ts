import { expect, test } from 'vitest'
import { registry } from '../registry.ts'
import type { AnyMaster } from './declare/define-master.ts'
import type { AnyDocument } from './declare/define-document.ts'
import type { Fields } from './declare/field.ts'

/** What identifies something in the ERP or on a label, wherever it is entered, copied or shown. */
const identifiers =
  /^(batch|(found|of|from|to)Batch|(new)?[hH]eatNo|(new)?[cC]ertificateNo|barcode|(found)?[sS]pecialStockReference|costCenter|(target)?[wW]bsElement|networkNo|assetNo|assetSubNo|glAccount|salesOrderNo|internalOrderNo|purchaseOrderNo|purchaseRequestNo|reservationNo|erpDocumentNo)$/

/** Documents of old systems keep the numbers of those systems. */
const kept = new Set(['legacy-document'])

test('what identifies something in the ERP or on a label is declared as a code, everywhere', () => {
  const undeclared: string[] = []
  const check = (of: string, fields: Fields = {}) => {
    for (const [name, { kind, code }] of Object.entries(fields))
      if (kind === 'text' && identifiers.test(name) && code === undefined)
        undeclared.push(`${of}.${name}`)
  }
  for (const document of Object.values<AnyDocument>(registry.documents)) {
    check(document.name, document.header)
    check(document.name, document.lines)
    for (const action of Object.values(document.actions)) {
      check(document.name, action.input)
      check(document.name, action.lineInput)
    }
  }
  for (const master of Object.values<AnyMaster>(registry.masters)) check(master.name, master.fields)
  for (const query of Object.values(registry.queries))
    if (!kept.has(query.name)) check(query.name, query.fields)
  expect(undeclared).toEqual([])
})
