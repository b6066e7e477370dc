import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, test } from 'vitest'
import { clock } from '../document/public.ts'
import { testConformance } from '../document/conformance/conformance.ts'
import { announced, arrived, called, decided } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'

const reason = { reason: '错收' }

testConformance('arrival')

describe('at the gate', () => {
  const world = useWorld()
  const confirm = async (materialNo: string, quantity: string, line: Record<string, unknown>) => {
    const note = await announced(world(), await newPlace(world()), [{ materialNo, quantity }])
    return () =>
      world().create('arrival', {
        header: { visualCheck: 'intact' },
        lines: [{ source: { id: note, lineNo: 1 }, bin: 'R-01', ...line }],
        actionAfterCreate: 'confirm',
      })
  }
  const far = '2099-01-01'

  test('no more arrives than was announced', async () => {
    await expectRefused(world(), await confirm(materials.valve, '10', { quantity: '11' }), [
      {
        code: 'quantity-exceeds-open',
        line: 1,
        field: 'quantity',
        params: { quantity: '11', open: '10', unit: 'EA' } as never,
      },
    ])
  })

  test('goods go to a bin of the storage location, of their hazard class, that is in use', async () => {
    await expectRefused(world(), await confirm(materials.valve, '1', { bin: 'B-01' }), [
      { code: 'master-unknown', line: 1, field: 'bin' },
    ])
    await expectRefused(world(), await confirm(materials.valve, '1', { bin: null }), [
      { code: 'field-required', line: 1, field: 'bin' },
    ])
    await expectRefused(world(), await confirm(materials.solvent, '1', { bin: 'R-01' }), [
      {
        code: 'bin-hazard-mismatch',
        line: 1,
        field: 'bin',
        params: { hazard: '3', bin: 'R-01' } as never,
      },
    ])
    await expectRefused(world(), await confirm(materials.valve, '1', { bin: 'HR-01' }), [
      { code: 'bin-hazard-mismatch', line: 1, field: 'bin' },
    ])
    await (
      await confirm(materials.solvent, '1', { bin: 'HR-01' })
    )()
  })

  test('what is kept by batch wants its batch and its dates, with life enough left', async () => {
    const batch = { batch: 'B1', expiryDate: far }
    const short = addDays(clock().today, 30)
    await expectRefused(world(), await confirm(materials.resin, '1.5', { expiryDate: far }), [
      { code: 'batch-required', line: 1, field: 'batch' },
    ])
    await expectRefused(world(), await confirm(materials.resin, '1.5', { batch: 'B1' }), [
      { code: 'expiry-required', line: 1, field: 'expiryDate' },
    ])
    await expectRefused(
      world(),
      await confirm(materials.resin, '1.5', { batch: 'B1', expiryDate: '2020-01-01' }),
      [{ code: 'batch-expired', line: 1, params: { batch: 'B1', expiry: '2020-01-01' } as never }],
    )
    await expectRefused(
      world(),
      await confirm(materials.resin, '1.5', { batch: 'B1', expiryDate: short }),
      [
        {
          code: 'remaining-life-short',
          line: 1,
          field: 'expiryDate',
          params: { days: 30, required: 90 } as never,
        },
      ],
    )
    await expectRefused(world(), await confirm(materials.valve, '1', { batch: 'B1' }), [
      { code: 'batch-not-allowed', line: 1, field: 'batch' },
    ])
    await (
      await confirm(materials.resin, '1.5', batch)
    )()
    // The expiry date results from production date and shelf life.
    await (
      await confirm(materials.resin, '1.5', { batch: 'B2', productionDate: clock().today })
    )()
  })

  test('every line that is wrong is told at once', async () => {
    const note = await announced(world(), await newPlace(world()), [
      { materialNo: materials.solvent, quantity: '1' },
      { materialNo: materials.valve, quantity: '1' },
    ])
    const lines = [1, 2].map((lineNo) => ({
      source: { id: note, lineNo },
      bin: lineNo === 1 ? 'R-01' : 'HR-01',
    }))
    await expectRefused(
      world(),
      () =>
        world().create('arrival', {
          header: { visualCheck: 'intact' },
          lines,
          actionAfterCreate: 'confirm',
        }),
      [
        { code: 'bin-hazard-mismatch', line: 1 },
        { code: 'bin-hazard-mismatch', line: 2 },
      ],
    )
  })

  test('an arrival is taken back only after what followed it: receipt, then decision', async () => {
    const place = await newPlace(world())
    const { arrival, notice } = await arrived(world(), place, goods(1))
    await called(world(), notice)
    const decision = await decided(world(), notice)
    const lines = [
      { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
    ]
    const receipt = await world().create('goods-receipt', {
      header: {},
      lines,
      actionAfterCreate: 'receive',
    })
    const reverse = () => world().act('arrival', arrival, 'reversePhysical', { input: reason })
    await expectRefused(world(), reverse, [
      { code: 'successor-stands', params: { by: receipt.docNo } as never },
    ])
    const withdraw = () => world().act('inspection-order', decision, 'withdraw', { input: reason })
    await expectRefused(world(), withdraw, [
      { code: 'already-received', params: { by: receipt.docNo } as never },
    ])
    await world().act('goods-receipt', receipt.id, 'reversePhysical', { input: { reason: '错收' } })
    // The blocker is the decision, not the notice, which is cancelled with the arrival.
    const { header } = await world().read('inspection-order', decision)
    await expectRefused(world(), reverse, [
      { code: 'successor-stands', params: { by: header.docNo } as never },
    ])
    await withdraw()
    await reverse()
  })
})
