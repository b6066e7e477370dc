import { addDays } from '@kufang/kernel/local-date.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { clock } from '../document/storage/clock.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { attachPicture } from './place-picture.ts'

const name = 'stock-adjustment'

testConformance('stock-adjustment')

describe('a stock adjustment', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)
  const valve = materials.valve

  /** 15 valves in bin A-01, which the ERP has too. */
  const filled = async (): Promise<Place> => {
    const place = await newPlace(world())
    await worldWalker(world(), place).stock!(goods(1))
    return place
  }
  const enter = (
    { companyCode, ...where }: Place,
    lines: { bin?: string; actualQuantity: string; [field: string]: unknown }[],
  ) =>
    world().create(name, {
      companyCode,
      header: { ...where, reasonCode: 'leftUnrecorded', evidence: '监控录像 11-20 夜班' },
      lines: lines.map((line) => ({
        materialNo: valve,
        bin: 'A-01',
        stockCategory: 'UU',
        ...line,
      })),
    })
  const submitted = async (place: Place, actualQuantity = '12'): Promise<string> => {
    const { id } = await enter(place, [{ actualQuantity }])
    await trade.act(id, 'submit')
    return id
  }
  const adjusted = async (place: Place, actualQuantity = '12'): Promise<string> => {
    const id = await submitted(place, actualQuantity)
    await trade.act(id, 'review')
    return id
  }
  const inBin = async (place: Place) =>
    (await trade.stock(place)).map(({ bin, quantity }) => `${bin} ${quantity}`)
  /** What the ERP has confirmed, and what is open between the books, with the documents. */
  const books = async ({ storageLocation }: Place) => {
    const [book] = await world().database.query<{ quantity: string }>(
      `select sum(quantity) as quantity from erp_book where storage_location = $1 and material_no = $2`,
      [storageLocation, valve],
    )
    const open = await world().database.query<{ documentType: string; quantity: string }>(
      `select document_type, sum(quantity) as quantity from erp_open_effect
       where storage_location = $1 and material_no = $2 and document_type = 'stock-adjustment'
       group by 1 having sum(quantity) <> 0`,
      [storageLocation, valve],
    )
    return { book: book!.quantity, open }
  }
  /** The goods as they came are posted, so that the ERP has them. */
  const posted = async (): Promise<Place> => {
    const place = await filled()
    const [opening] = await world().database.query<{ id: string }>(
      `select id from stock_initialisation where storage_location = $1`,
      [place.storageLocation],
    )
    await world().act('stock-initialisation', opening!.id, 'post')
    await world().send()
    return place
  }

  test('takes out of the stock what is not there, after another person has reviewed it, and posts nothing', async () => {
    const place = await posted()
    const id = await submitted(place)
    expect(await inBin(place)).toEqual(['A-01 15'])
    expect(await trade.column(id, 'differenceQuantity')).toEqual(['-3'])
    await trade.act(id, 'review')
    expect(await inBin(place)).toEqual(['A-01 12'])
    expect(
      await world().database.query('select id from erp_posting where document_id = $1', [id]),
    ).toEqual([])
    await trade.proven()
  })

  test('explains the difference to the ERP until its correction there is recorded, and both books agree again', async () => {
    const place = await posted()
    const id = await adjusted(place)
    expect(await books(place)).toEqual({
      book: '15',
      open: [{ documentType: name, quantity: '-3' }],
    })
    await trade.proven()
    await trade.act(id, 'settle', {
      input: { erpDocumentNo: '4900012345', erpDocumentYear: 2026 },
    })
    expect(await trade.header(id)).toMatchObject({
      state: 'settled',
      erpDocumentNo: '4900012345',
    })
    expect(await books(place)).toEqual({ book: '12', open: [] })
    expect(await inBin(place)).toEqual(['A-01 12'])
    await trade.proven()
  })

  test('brings in goods that the ERP does not know, and the ERP takes them over with its own document', async () => {
    const place = await posted()
    const id = await adjusted(place, '20')
    expect(await books(place)).toEqual({
      book: '15',
      open: [{ documentType: name, quantity: '5' }],
    })
    // By then a part of them is gone again; the books agree all the same.
    await world().create('location-adjustment', {
      companyCode: place.companyCode,
      header: {
        plant: place.plant,
        storageLocation: place.storageLocation,
        reason: '整理库位',
      },
      lines: [
        { materialNo: valve, quantity: '18', bin: 'A-01', targetBin: 'A-02', stockCategory: 'UU' },
      ],
      actionAfterCreate: 'execute',
    })
    await trade.act(id, 'settle', { input: { erpDocumentNo: '4900000001', erpDocumentYear: 2026 } })
    expect(await books(place)).toEqual({ book: '20', open: [] })
    expect(await inBin(place)).toEqual(['A-01 2', 'A-02 18'])
    await trade.proven()
  })

  test('is neither reviewed by who has made it nor vouched for by who has reviewed it', async () => {
    const place = await posted()
    const id = await submitted(place)
    const { acts } = await trade.header(id)
    await expectRefused(world(), () => trade.actAs(acts['create']!.userId, id, 'review'), [
      { code: 'separation-of-duties' },
    ])
    await trade.act(id, 'review')
    const { acts: then } = await trade.header(id)
    const input = { erpDocumentNo: '4900012345', erpDocumentYear: 2026 }
    for (const act of ['create', 'review'])
      await expectRefused(world(), () => trade.actAs(then[act]!.userId, id, 'settle', { input }), [
        { code: 'separation-of-duties' },
      ])
  })

  test('is refused while something holds the goods, and names the document', async () => {
    const place = await posted()
    const freeze = await world().create('freeze-order', {
      companyCode: place.companyCode,
      header: {
        plant: place.plant,
        storageLocation: place.storageLocation,
        freezeReason: 'seal',
        releaseCondition: '封存期满',
        holdUntil: addDays(clock().today, 5),
      },
      lines: [{ materialNo: valve, quantity: '1', bin: 'A-01' }],
      actionAfterCreate: 'freeze',
    })
    const { header } = await world().read('freeze-order', freeze.id)
    const { id } = await enter(place, [{ actualQuantity: '12' }])
    await expectRefused(world(), () => trade.act(id, 'submit'), [
      { code: 'adjustment-key-held', line: 1, params: { no: header.docNo, bin: 'A-01' } },
    ])
  })

  test('is refused while the goods are counted, and no count adjusts what this document has adjusted already', async () => {
    const place = await posted()
    const { companyCode, ...where } = place
    const waiting = await submitted(place)
    const count = await world().create('stocktaking', {
      companyCode,
      header: { ...where, countType: 'cycle' },
      lines: [{ materialNo: valve, bin: 'A-01', stockCategory: 'UU' }],
      actionAfterCreate: 'start',
    })
    const { header } = await world().read('stocktaking', count.id)
    const refused = [{ code: 'adjustment-key-counted', line: 1, params: { no: header.docNo } }]
    // Also what was handed in before the count began.
    await expectRefused(world(), () => trade.act(waiting, 'review'), refused)
    await world().act('stocktaking', count.id, 'count', {
      lines: [{ lineNo: 1, countedQuantity: '12' }],
    })
    await expectRefused(world(), () => trade.act(waiting, 'review'), refused)
  })

  test('is refused while a movement of the goods is not posted, and while another one is not finished', async () => {
    const place = await newPlace(world())
    const count = await tradeOf(world, 'stocktaking').make(place, 'adjusted', [
      { materialNo: valve, quantity: '10' },
    ])
    const { header } = await world().read('stocktaking', count)
    const { id } = await enter(place, [{ actualQuantity: '3' }])
    await expectRefused(world(), () => trade.act(id, 'submit'), [
      { code: 'adjustment-key-unposted', line: 1, params: { no: header.docNo } },
    ])

    const other = await posted()
    const first = await adjusted(other)
    const { docNo } = await trade.header(first)
    const second = await enter(other, [{ actualQuantity: '10' }])
    await expectRefused(world(), () => trade.act(second.id, 'submit'), [
      { code: 'adjustment-key-adjusted', line: 1, params: { no: docNo } },
    ])
  })

  test('is not reviewed once the goods have moved: what was decided about is not what lies there', async () => {
    const place = await posted()
    const id = await submitted(place)
    await world().create('location-adjustment', {
      companyCode: place.companyCode,
      header: { plant: place.plant, storageLocation: place.storageLocation, reason: '整理库位' },
      lines: [
        { materialNo: valve, quantity: '4', bin: 'A-01', targetBin: 'A-02', stockCategory: 'UU' },
      ],
      actionAfterCreate: 'execute',
    })
    await expectRefused(world(), () => trade.act(id, 'review'), [
      { code: 'adjustment-moved-since', line: 1, params: { kept: '15', quantity: '11' } },
    ])
  })

  test('is no way to move goods between bins, to change nothing, or to replace pieces', async () => {
    const place = await posted()
    await expectRefused(
      world(),
      () => enter(place, [{ actualQuantity: '10' }, { bin: 'A-02', actualQuantity: '5' }]),
      [{ code: 'adjustment-is-bin-move', line: 2, params: { other: 1 } }],
    )
    await expectRefused(world(), () => enter(place, [{ actualQuantity: '15' }]), [
      { code: 'adjustment-same', line: 1, field: 'actualQuantity' },
    ])
    await world().database.query(
      `update material set is_serial_managed = true where material_no = $1`,
      [`${valve}-3`],
    )
    await expectRefused(
      world(),
      () => enter(place, [{ materialNo: `${valve}-3`, actualQuantity: '5' }]),
      [{ code: 'adjustment-of-pieces', line: 1 }],
    )
  })

  test('is taken back by two people, as long as the goods have not moved on', async () => {
    const place = await posted()
    const id = await adjusted(place, '18')
    await trade.act(id, 'requestReversal', { input: { reason: '货位或批次录入错误' } })
    const { acts } = await trade.header(id)
    await expectRefused(
      world(),
      () => trade.actAs(acts['requestReversal']!.userId, id, 'approveReversal'),
      [{ code: 'separation-of-duties' }],
    )
    await trade.act(id, 'approveReversal')
    expect(await inBin(place)).toEqual(['A-01 15'])
    expect(await books(place)).toEqual({ book: '15', open: [] })
    await trade.proven()
  })

  test('goes to the director by what was adjusted lately of the same goods, so that dividing it gains nothing', async () => {
    await world().database.query(
      `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
       values ('1010', $1, 'adjustment.directorLimit', '50'::jsonb, current_date - 1, $1, '管理员')`,
      [newId()],
    )
    const place = await newPlace(world())
    const { companyCode, ...where } = place
    const material = `${materials.bolt}-7`
    const opening = await world().create('stock-initialisation', {
      companyCode,
      header: { ...where, origin: 'new', remark: '期初' },
      lines: ['A-01', 'A-02'].map((bin) => ({
        materialNo: material,
        bin,
        stockCategory: 'UU',
        quantity: '20',
        amount: '200.00',
      })),
    })
    for (const action of ['submit', 'initialise'])
      await world().act('stock-initialisation', opening.id, action)
    const first = await enter(place, [{ materialNo: material, actualQuantity: '16' }])
    await trade.act(first.id, 'submit')
    expect(await trade.header(first.id)).toMatchObject({
      differenceTotal: '40',
      cumulatedTotal: '40',
      needsDirector: 'notNeeded',
    })
    await trade.act(first.id, 'review')
    const second = await enter(place, [{ materialNo: material, bin: 'A-02', actualQuantity: '18' }])
    await attachPicture(world().database, { companyCode, id: second.id })
    await trade.act(second.id, 'submit')
    expect(await trade.header(second.id)).toMatchObject({
      differenceTotal: '20',
      cumulatedTotal: '60',
      needsDirector: 'aboveLimit',
    })
    await trade.act(second.id, 'review')
    expect(await trade.header(second.id)).toMatchObject({ state: 'toDirector' })
    await trade.act(second.id, 'reviewDirector')
    expect(await trade.header(second.id)).toMatchObject({ state: 'adjusted' })
    await trade.proven()
  })
})
