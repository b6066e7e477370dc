import { describe, expect, test } from 'vitest'
import { documents } from '../registry.ts'
import type { AnyDocument } from './declare/define-document.ts'
import { nextSteps } from './next-step.ts'
import { undoPath } from './undo-path.ts'

const all = Object.values<AnyDocument>(documents)
const next = (
  name: keyof typeof documents,
  state: string,
  erpState = 'unposted',
  lines?: readonly Record<string, unknown>[],
  kind: Record<string, unknown> = {},
) =>
  nextSteps(all, documents[name], {
    state,
    erpState,
    kind,
    ...(lines !== undefined && { lines }),
  }).map(({ label, page }) => (label.zh === page.zh ? label.zh : `${label.zh}（${page.zh}）`))
const undo = (name: keyof typeof documents, state: string, erpState = 'unposted') =>
  undoPath(documents[name], { state, erpState }).map(({ action }) => action)

describe('what comes next', () => {
  test('goes from the delivery note to the books of the ERP', () => {
    expect(next('delivery-note', 'submitted')).toEqual(['确认（送货单确认（仓管员））'])
    const announced = (deliveryMode: string) =>
      next('delivery-note', 'confirmed', 'notNeeded', undefined, { deliveryMode })
    expect(announced('warehouse')).toEqual(['到货确认'])
    expect(announced('direct')).toEqual(['直送发货'])
    expect(next('inspection-notice', 'timeConfirmed')).toEqual(['专员确认（质检专员确认）'])
    // A record sheet and a check of the crate are possible beside it.
    expect(next('inspection-notice', 'inspectorConfirmed')).toEqual(['质检单维护'])
    expect(next('goods-receipt', 'draft')).toEqual(['收货（到库收货）'])
    expect(next('goods-receipt', 'received')).toEqual(['审核（收货审核）'])
    expect(next('goods-receipt', 'reviewed')).toEqual(['过账（入库过账）'])
    expect(next('goods-receipt', 'reviewed', 'posted')).toEqual([])
    expect(next('requisition', 'submitted')).toEqual(['批准（领料单查询）'])
    expect(next('requisition', 'approved')).toEqual(['自提出库'])
  })

  test('is not the receipt while nothing of an arrival is decided', () => {
    const line = { quantity: '10', doneQuantity: '0', acceptedQuantity: '0', rejectedQuantity: '0' }
    expect(next('arrival', 'arrived', 'unposted', [line])).not.toContain('到库收货')
    const decided = { ...line, acceptedQuantity: '9', rejectedQuantity: '1' }
    expect(next('arrival', 'arrived', 'unposted', [decided])).toContain('到库收货')
    const received = { ...decided, doneQuantity: '10' }
    expect(next('arrival', 'partlyReceived', 'unposted', [received])).not.toContain('到库收货')
  })

  test('is a step of the way back only once that was asked for', () => {
    expect(next('goods-receipt', 'reversalRequested', 'posted')).toEqual(['同意冲销（冲销审核）'])
    expect(next('goods-receipt', 'reversalApproved', 'posted')).toEqual(['ERP冲销（入库冲销）'])
    expect(next('goods-receipt', 'reversalApproved', 'reversed')).toEqual([
      '实物冲销（到货记录冲销）',
    ])
    expect(next('goods-receipt', 'reversed', 'reversed')).toEqual([])
  })
})

describe('the way back', () => {
  test('of a receipt in the books is asked for, agreed to, taken out of the books, then out of the bin', () => {
    expect(undo('goods-receipt', 'reviewed', 'posted')).toEqual([
      'requestReversal',
      'approveReversal',
      'reverse',
      'reversePhysical',
    ])
    expect(undo('goods-receipt', 'received')).toEqual(['reversePhysical'])
    expect(undo('goods-receipt', 'reversed', 'reversed')).toEqual([])
    // Nothing can be done until the ERP has answered.
    expect(undo('goods-receipt', 'reviewed', 'posting')).toEqual([])
  })

  test('of a paper that successors used up begins where it stood before them', () => {
    expect(undo('requisition', 'issued')).toEqual(['withdrawApproval', 'withdraw'])
    expect(undo('delivery-note', 'partlyArrived')).toEqual(['withdrawConfirmation', 'withdraw'])
    expect(undo('inspection-order', 'partlyQualified')).toEqual(['withdraw'])
    // It is undone with the arrival that created it.
    expect(undo('inspection-notice', 'qualified')).toEqual([])
  })
})
