import type { Property, Row, Value } from '../protocol/edm.ts'
import { ODataError } from '../protocol/odata-error.ts'
import type { FunctionImport, FunctionResult, WriteContext } from '../protocol/service.ts'
import { requisitionTables } from './requisition-sets.ts'

/** EnableForPurchasing and DiscardFromPurchasing (POST), Validate (GET) of purchase requisitions. */
export function requisitionFunctions(parameters: readonly Property[]): Map<string, FunctionImport> {
  const functions: FunctionImport[] = [
    {
      name: 'EnableForPurchasing',
      method: 'POST',
      parameters,
      run: (values, context) =>
        change(values, context, { PurReqnReleaseStatus: '05', ReleaseIsNotCompleted: false }),
    },
    {
      name: 'DiscardFromPurchasing',
      method: 'POST',
      parameters,
      run: (values, context) =>
        change(values, context, { PurReqnReleaseStatus: '02', ReleaseIsNotCompleted: true }),
    },
    {
      name: 'Validate',
      method: 'GET',
      parameters: parameters.slice(0, 1),
      run: (values, context) => {
        const number = values.get('PurchaseRequisition') ?? ''
        const found = context.database
          .table(requisitionTables.item)
          .where('PurchaseRequisition', number)
        return { kind: 'complex', results: found.flatMap(problemsOf) }
      },
    },
  ]
  return new Map(functions.map((each) => [each.name, each]))
}

function change(
  values: ReadonlyMap<string, Value>,
  context: WriteContext,
  changed: Row,
): FunctionResult {
  const number = values.get('PurchaseRequisition') ?? ''
  const item = values.get('PurchaseRequisitionItem') ?? ''
  context.database.transact((transaction) => {
    const row = transaction.get(requisitionTables.item, number, item)
    if (row === undefined) {
      const text = `Item ${String(item)} of requisition ${String(number)} does not exist`
      throw new ODataError(400, '06/020', text)
    }
    const stamp = { LastChangeDateTime: transaction.moment }
    transaction.patch(requisitionTables.item, row, { ...changed, ...stamp })
  })
  const text = `Requisition ${String(number)} item ${String(item)} changed`
  return { kind: 'complex', results: [message('S', 'MEREQ', '012', text)] }
}

function problemsOf(row: Row): Record<string, Value>[] {
  const place = `item ${String(row.PurchaseRequisitionItem)}`
  const problems: Record<string, Value>[] = []
  if ((row.Plant ?? '') === '')
    problems.push(message('E', 'MEREQ', '020', `Enter plant in ${place}`))
  if ((row.RequestedQuantity ?? '0') === '0') {
    problems.push(message('E', 'MEREQ', '021', `Enter quantity in ${place}`))
  }
  return problems
}

function message(type: string, id: string, number: string, text: string): Record<string, Value> {
  return {
    Type: type,
    Id: id,
    Number: number,
    Message: text,
    LogNo: '',
    LogMsgNo: '',
    MessageV1: '',
    MessageV2: '',
    MessageV3: '',
    MessageV4: '',
    Parameter: '',
    Row: 0,
    Field: '',
    System: '',
  }
}
