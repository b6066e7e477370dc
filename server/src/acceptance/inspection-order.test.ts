import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { arrived, called } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'

testConformance('inspection-order')

describe('the inspector', () => {
  const world = useWorld()
  const notice = async () => {
    const { notice: id } = await arrived(world(), await newPlace(world()), goods(1))
    await called(world(), id)
    return id
  }
  const decideOn = (id: string, line: Record<string, unknown>) =>
    world().create('inspection-order', {
      header: { inspectionMethod: 'full' },
      lines: [{ source: { id, lineNo: 1 }, ...line }],
      actionAfterCreate: 'decide',
    })

  test('decides on every piece: accepted and rejected are what was inspected', async () => {
    const id = await notice()
    await expectRefused(
      world(),
      () =>
        decideOn(id, {
          quantity: '10',
          acceptedQuantity: '7',
          rejectedQuantity: '2',
          defectClass: 'surface',
        }),
      [
        {
          code: 'decision-incomplete',
          line: 1,
          params: { accepted: '7', rejected: '2', inspected: '10', unit: 'EA' } as never,
        },
      ],
    )
    await expectRefused(
      world(),
      () => decideOn(id, { quantity: '10', acceptedQuantity: '-1', rejectedQuantity: '11' }),
      [{ code: 'input-invalid', line: 1, field: 'acceptedQuantity' }],
    )
  })

  test('says what is wrong with what is rejected', async () => {
    const id = await notice()
    await expectRefused(
      world(),
      () => decideOn(id, { quantity: '10', acceptedQuantity: '8', rejectedQuantity: '2' }),
      [{ code: 'defect-required', line: 1, field: 'defectClass' }],
    )
  })

  test('inspects in parts, no further than what was called, and the notice follows', async () => {
    const id = await notice()
    const state = async () => (await world().read('inspection-notice', id)).header.state
    await decideOn(id, { quantity: '4', acceptedQuantity: '4', rejectedQuantity: '0' })
    expect(await state()).toBe('inspecting')
    await expectRefused(
      world(),
      () => decideOn(id, { quantity: '7', acceptedQuantity: '7', rejectedQuantity: '0' }),
      [{ code: 'quantity-exceeds-open', line: 1, params: { quantity: '7', open: '6' } as never }],
    )
    const last = await decideOn(id, {
      quantity: '6',
      acceptedQuantity: '5',
      rejectedQuantity: '1',
      defectClass: 'damage',
    })
    expect(await state()).toBe('partlyQualified')
    await world().act('inspection-order', last.id, 'withdraw', { input: { reason: '误判' } })
    expect(await state()).toBe('inspecting')
  })
})
