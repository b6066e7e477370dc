import type { LineInput } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { accepted } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { updateDocument, type Actor } from '../document/service/service.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('stock-initialisation')

describe('a storage location begins', () => {
  const world = useWorld()
  const submit = (place: Place, lines: Record<string, unknown>[]) =>
    world().create('stock-initialisation', {
      companyCode: '1010',
      header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
      lines: lines.map((line) => ({
        materialNo: materials.bolt,
        quantity: '10',
        bin: 'A-01',
        stockCategory: 'UU',
        ...line,
      })),
      actionAfterCreate: 'submit',
    })
  const begin = async (place: Place, lines: Record<string, unknown>[]) => {
    const made = await submit(place, lines)
    await world().act('stock-initialisation', made.id, 'initialise')
    return made
  }

  test('and keeps its amounts when somebody who may not see them corrects a quantity', async () => {
    const place = await newPlace(world())
    const line = { materialNo: materials.bolt, quantity: '10', bin: 'A-01', stockCategory: 'UU' }
    const header = { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' }
    const made = await world().create('stock-initialisation', {
      companyCode: '1010',
      header,
      lines: [
        { ...line, amount: '125.00' },
        { ...line, materialNo: materials.solvent, bin: 'H-01', amount: '80.00' },
      ],
    })
    const corrected = (actor: Actor, lines: LineInput[], version: number) =>
      updateDocument(
        world().database,
        actor,
        'stock-initialisation',
        made.id,
        { version, header, lines },
        newId(),
      )
    const amounts = async () =>
      (await world().read('stock-initialisation', made.id)).lines.map((one) => one['amount'])
    const accountant = world().actorFor('stock-initialisation', 'edit')
    const unseeing = [...accountant.session.roles].filter((role) => role !== 'KCCXJE')
    const keeper = { ...accountant, session: { ...accountant.session, roles: new Set(unseeing) } }
    // The second line is now first, and a third has other goods.
    await corrected(
      keeper,
      [
        { ...line, materialNo: materials.solvent, bin: 'H-01', lineNo: 2, quantity: '7' },
        { ...line, lineNo: 1, quantity: '11' },
        { ...line, materialNo: materials.valve, bin: 'A-02' },
      ],
      1,
    )
    expect(await amounts()).toEqual(['80', '125', null])
    // A person who sees amounts removes one by omitting it.
    await corrected(accountant, [{ ...line, lineNo: 2 }], 2)
    expect(await amounts()).toEqual([null])
  })

  test('with materials, bins and places there are', async () => {
    const place = await newPlace(world())
    await expectRefused(world(), () => begin(place, [{ materialNo: 'M-NONE' }]), [
      {
        code: 'material-unknown',
        line: 1,
        field: 'materialNo',
        params: { material: 'M-NONE' } as never,
      },
    ])
    await expectRefused(world(), () => begin(place, [{ bin: 'B-01' }]), [
      { code: 'master-unknown', line: 1, field: 'bin' },
    ])
    await expectRefused(world(), () => begin({ ...place, storageLocation: 'NONE' }, [{}]), [
      { code: 'master-unknown', field: 'storageLocation' },
      { code: 'master-unknown', line: 1, field: 'bin' },
    ])
    await expectRefused(
      world(),
      () => begin({ ...place, plant: '0003', storageLocation: '3001' }, [{ bin: 'C-01' }]),
      [
        { code: 'master-unknown', field: 'plant' },
        { code: 'master-unknown', field: 'storageLocation' },
        { code: 'master-unknown', line: 1, field: 'bin' },
      ],
    )
    await expectRefused(world(), () => begin(place, [{ bin: 'H-01' }]), [
      { code: 'bin-hazard-mismatch', line: 1, field: 'bin' },
    ])
    await world().database.query(`update material set is_active = false where material_no = $1`, [
      materials.valve,
    ])
    await expectRefused(world(), () => begin(place, [{ materialNo: materials.valve }]), [
      { code: 'material-inactive', line: 1, field: 'materialNo' },
    ])
  })

  test('with batch data where the material wants it', async () => {
    const place = await newPlace(world())
    const resin = { materialNo: materials.resin, quantity: '1.234' }
    await expectRefused(world(), () => begin(place, [{ ...resin, batch: 'B1' }]), [
      { code: 'expiry-required', line: 1, field: 'expiryDate' },
    ])
    await expectRefused(world(), () => begin(place, [resin]), [
      { code: 'batch-required', line: 1 },
      { code: 'expiry-required', line: 1 },
    ])
    const dates = { batch: 'B1', productionDate: '2027-06-01', expiryDate: '2027-01-01' }
    await expectRefused(world(), () => begin(place, [{ ...resin, ...dates }]), [
      { code: 'expiry-before-production', line: 1, field: 'expiryDate' },
      { code: 'production-in-future', line: 1, field: 'productionDate' },
    ])
    await expectRefused(world(), () => begin(place, [{ quantity: '1.5' }]), [
      { code: 'quantity-whole-only', line: 1, field: 'quantity' },
    ])
  })

  test('with amounts that a person entered, and says so', async () => {
    const { id } = await begin(await newPlace(world()), [{ amount: '120.00' }])
    expect(
      await world().database.query(
        'select amount, amount_source from stock_move where document_id = $1',
        [id],
      ),
    ).toEqual([{ amount: '120', amountSource: 'entered' }])
    // The ERP values the opening by it, and only by it.
    await world().act('stock-initialisation', id, 'post')
    await world().send()
    expect(world().erp.documents.at(-1)!.items).toMatchObject([
      { GoodsMovementType: '561', GdsMvtExtAmtInCoCodeCrcy: '120' },
    ])
  })

  test('once: the same goods not twice, not again, and not after anything else', async () => {
    const place = await newPlace(world())
    await expectRefused(world(), () => begin(place, [{}, {}]), [
      { code: 'line-repeated', line: 2, params: { other: 1 } as never },
    ])
    const first = await begin(place, [{}])
    await expectRefused(world(), () => begin(place, [{ bin: 'A-02' }]), [
      { code: 'initialisation-repeated', params: { by: first.docNo } as never },
    ])
    await approveReversal(world(), 'stock-initialisation', first.id)
    await world().act('stock-initialisation', first.id, 'reversePhysical')
    // A reversed initialisation does not count.
    await begin(place, [{}])
    // Something else may have moved since it was submitted.
    const second = await newPlace(world())
    const [one, late] = [await submit(second, [{}]), await submit(second, [{ bin: 'A-02' }])]
    await world().act('stock-initialisation', one.id, 'initialise')
    await expectRefused(world(), () => world().act('stock-initialisation', late.id, 'initialise'), [
      { code: 'initialisation-repeated', params: { by: one.docNo } as never },
    ])
    const other = await newPlace(world())
    const arrival = await accepted(world(), other, goods(1, materials.bolt))
    const lines = [
      { source: { id: arrival, lineNo: 1 }, quantity: '10', stockCategory: 'UU', bin: 'A-01' },
    ]
    const receipt = await world().create('goods-receipt', {
      header: {},
      lines,
      actionAfterCreate: 'receive',
    })
    await expectRefused(world(), () => begin(other, [{}]), [
      { code: 'initialisation-closed', params: { by: receipt.docNo } as never },
    ])
  })

  test('by three persons: who enters it neither makes it stock nor posts it, nor does one person do both', async () => {
    const place = await newPlace(world())
    const trade = tradeOf(world, 'stock-initialisation')
    const { id } = await submit(place, [{}])
    const by = async (action: string) =>
      (await world().read('stock-initialisation', id)).header.acts[action]!.userId
    const refusedTo = async (userId: string, action: string) =>
      expectRefused(world(), () => trade.actAs(userId, id, action), [
        { code: 'separation-of-duties' },
      ])
    for (const act of ['create', 'submit']) await refusedTo(await by(act), 'initialise')
    await trade.act(id, 'initialise')
    for (const act of ['create', 'submit', 'initialise']) await refusedTo(await by(act), 'post')
    await trade.act(id, 'post')
  })

  test('twice at once: one of them', async () => {
    const place = await newPlace(world())
    const attempts = await Promise.allSettled([begin(place, [{}]), begin(place, [{ bin: 'A-02' }])])
    expect(attempts.map((attempt) => attempt.status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
