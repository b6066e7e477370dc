import { describe, expect, test } from 'vitest'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { calledNotice, concluded, decided, firstLine } from './testing/record-sheet.ts'

describe('goods of a class with main and required characteristics', () => {
  const world = useWorld()
  const notice = async () => (await calledNotice(world())).notice
  const declare = () =>
    world().database.query(
      `insert into inspection_characteristic (company_code, material_group, characteristic, name, kind, importance, is_required, sample_size)
       values ('1010', 'G2', 'C20', '密封试验', 'attribute', 'main', true, 2) on conflict do nothing`,
    )
  /** A sheet with these findings of the main characteristic. */
  const tested = (id: string, sampledValues: string) =>
    concluded(world(), id, { sampledValues: '8 9' }, { characteristic: 'C20', sampledValues })

  test('are not accepted without a sheet that has them, but may be rejected', async () => {
    await declare()
    const id = await notice()
    await expectRefused(world(), () => decided(world(), id, '10'), [
      {
        code: 'record-required',
        line: 1,
        field: 'acceptedQuantity',
        params: { material: 'M-VALVE', characteristics: '密封试验', accepted: '10', unit: 'EA' },
      },
    ])
    await expectRefused(world(), () => concluded(world(), id, { sampledValues: '8 9' }), [
      {
        code: 'characteristic-missing',
        line: 1,
        params: { material: 'M-VALVE', group: 'G2', missing: '密封试验' },
      },
    ])
    await decided(world(), id, '0')
    const other = await notice()
    const { docNo } = await tested(other, '合格 √')
    const order = await decided(world(), other, '10')
    expect(await firstLine(world(), 'inspection-order', order.id)).toMatchObject({
      recordNo: docNo,
      recordVerdict: 'passed',
    })
  })

  test('are rejected as a whole after a sample failed, whatever ground is stated', async () => {
    await declare()
    const id = await notice()
    const { docNo } = await tested(id, 'OK NG OK')
    const refused = {
      code: 'record-refuses',
      line: 1,
      field: 'acceptedQuantity',
      params: {
        record: docNo,
        finding: '密封试验 NG × 1',
        acceptable: '0',
        accepted: '9',
        unit: 'EA',
      },
    }
    await expectRefused(
      world(),
      () => decided(world(), id, '9', { concessionReference: '技函 2026-12' }),
      [refused],
    )
    const order = await decided(world(), id, '0')
    expect((await world().read('inspection-order', order.id)).header.state).toBe('unqualified')
  })

  test('are not taken for sorted because fewer were entered than were called for inspection', async () => {
    await declare()
    const id = await notice()
    const two = { quantity: '2' }
    await concluded(
      world(),
      id,
      { ...two, sampledValues: '8 9' },
      { ...two, characteristic: 'C20', sampledValues: 'OK NG' },
    )
    expect(await firstLine(world(), 'inspection-notice', id)).toMatchObject({
      recordVerdict: 'failed',
      acceptableQuantity: '0',
    })
  })

  test('are sorted where each piece was measured: the failed ones are rejected, also over several decisions', async () => {
    await declare()
    const id = await notice()
    await tested(id, 'OK OK NG OK OK OK OK NG OK OK')
    expect(await firstLine(world(), 'inspection-notice', id)).toMatchObject({
      recordVerdict: 'failed',
      acceptableQuantity: '8',
    })
    await expectRefused(world(), () => decided(world(), id, '9'), [
      { code: 'record-refuses', params: { acceptable: '8', accepted: '9' } as never },
    ])
    const part = { quantity: '5', acceptedQuantity: '5', rejectedQuantity: '0' }
    await decided(world(), id, '10', part)
    await expectRefused(
      world(),
      () => decided(world(), id, '9', { ...part, acceptedQuantity: '4', rejectedQuantity: '1' }),
      [{ code: 'record-refuses', params: { acceptable: '8', accepted: '9' } as never }],
    )
    await decided(world(), id, '9', { ...part, acceptedQuantity: '3', rejectedQuantity: '2' })
    expect((await world().read('inspection-notice', id)).header.state).toBe('partlyQualified')
  })
})
