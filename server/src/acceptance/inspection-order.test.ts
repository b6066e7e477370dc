import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { arrived, called, goods, newPlace } from '../document/testing/core-flow.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import type { World } from '../document/testing/world.ts'

/** Finds so many of each line's ten pieces bad, then decides. */
const decide = (rejected: string) => async (world: World, id: string) => {
  await world.database.query(
    `update inspection_order_line set rejected_quantity = $2, accepted_quantity = quantity - $2, defect_class = 'surface' where document_id = $1`,
    [id, rejected],
  )
  await world.act('inspection-order', id, 'decide')
}

testConformance('inspection-order', {
  async request(world, place, lines) {
    const { notice } = await arrived(world, place, goods(lines))
    await called(world, notice)
    return {
      header: { inspectionMethod: 'full' },
      lines: goods(lines).map(({ quantity }, index) => ({
        source: { id: notice, lineNo: index + 1 },
        quantity,
        acceptedQuantity: quantity,
        rejectedQuantity: '0',
      })),
    }
  },
  states: {
    qualified: ['decide'],
    partlyQualified: decide('3'),
    unqualified: decide('10'),
    withdrawn: ['decide', 'withdraw'],
  },
  inputs: { withdraw: { reason: '误判' } },
})

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
      [{ code: 'quantity-not-positive', line: 1, field: 'acceptedQuantity' }],
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
