import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { asked, stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { clock } from '../document/storage/clock.ts'
import { proposeExpired } from './propose-expired.ts'
import { materials } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

testConformance('batch-freeze')

describe('a batch in doubt', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'batch-freeze')
  const freezes = tradeOf(world, 'freeze-order')
  const issues = tradeOf(world, 'goods-issue')
  const until = addDays(clock().today, 5)
  const ground = { input: { releaseGround: '复检合格' } }
  const doubt = { freezeReason: 'quality', releaseCondition: '复检合格', holdUntil: until }
  const material = materials.resin
  let batches = 0
  const newBatch = () => `Q${(batches += 1)}`

  /** Resin of a batch in bin A-01: 30 of it, unless another quantity is given. */
  const filled = async (batch: string, quantity = '30'): Promise<Place> => {
    const place = await newPlace(world())
    await stocked(world(), place, goods(1, material, quantity), { batch, expiryDate: '2099-01-01' })
    return place
  }
  const freeze = ({ companyCode, ...where }: Place, ofBatch: string) =>
    world().create('batch-freeze', {
      companyCode,
      header: { ...where, ...doubt },
      lines: [{ ofMaterialNo: material, ofBatch }],
      actionAfterCreate: 'freeze',
    })
  const freezeRows = ({ companyCode, ...where }: Place, batch: string, quantity: string) =>
    world().create('freeze-order', {
      companyCode,
      header: { ...where, ...doubt },
      lines: [{ materialNo: material, quantity, bin: 'A-01', batch }],
      actionAfterCreate: 'freeze',
    })
  const draftOf = async (request: string, batch: string, quantity: string) => {
    const { id } = await world().create('goods-issue', {
      header: { recipient: '张三' },
      lines: [{ source: { id: request, lineNo: 1 }, quantity, bin: 'A-01', batch }],
    })
    return id
  }
  const transfer = async (
    { companyCode, ...where }: Place,
    to: Place,
    batch: string,
    quantity: string,
  ) => {
    const { id } = await world().create('transfer-order', {
      companyCode,
      header: { ...where, receivingStorageLocation: to.storageLocation },
      lines: [{ materialNo: material, quantity, bin: 'A-01', batch, receivingBin: 'A-01' }],
      actionAfterCreate: 'submit',
    })
    await world().act('transfer-order', id, 'approve')
    return id
  }
  const rows = ({ storageLocation }: Place) =>
    world().database.query<Record<string, unknown>>(
      `select bin, stock_category, quantity, reserved, is_held from stock_balance
       where storage_location = $1 and material_no = $2 and quantity > 0 order by bin, stock_category desc`,
      [storageLocation, material],
    )

  test('is frozen as a whole where some pieces of it are: those that others hold are not picked, issued, sent or counted away', async () => {
    const batch = newBatch()
    const place = await filled(batch, '60')
    const other = await newPlace(world())
    const request = await asked(world(), place, goods(1, material, '30'))
    const draft = await draftOf(request, batch, '10')
    const picked = await draftOf(request, batch, '10')
    await issues.act(picked, 'pick')
    const sent = await transfer(place, other, batch, '5')
    const approved = await transfer(place, other, batch, '5')
    await world().act('transfer-order', sent, 'ship')
    const { companyCode, ...where } = place
    const count = await world().create('stocktaking', {
      companyCode,
      header: { ...where, countType: 'cycle' },
      lines: [{ materialNo: material, bin: 'A-01', batch, stockCategory: 'UU' }],
      actionAfterCreate: 'start',
    })
    const waiting = [
      (await world().read('requisition', request)).header,
      await issues.header(picked),
      (await world().read('transfer-order', approved)).header,
    ]
    for (const [index, { createdBy, docNo }] of waiting.entries())
      // oxlint-disable-next-line no-await-in-loop -- three persons
      await world().database.query(
        `with made as (insert into app_user (id, account, user_name, password_hash, created_by, changed_by)
           values ($1, lower($2), $2, '', $1, $1))
         insert into user_plant (user_id, company_code, created_by, created_by_name) values ($1, '1010', $1, $3)`,
        [createdBy, docNo, String(index)],
      )
    const { id } = await freezeRows(place, batch, '20')
    const [made] = await world().database.query<{ id: string; docNo: string; by: string }>(
      `select document_id as id, document_no as doc_no, placed_by_name as by from stock_place_hold where batch = $1`,
      [batch],
    )
    const refused = {
      code: 'batch-frozen',
      line: 1,
      params: { material, batch, by: made!.docNo, person: made!.by, until } as never,
    }
    await expectRefused(world(), () => issues.act(draft, 'pick'), [refused])
    await expectRefused(world(), () => issues.act(draft, 'issue'), [refused])
    await expectRefused(world(), () => issues.act(picked, 'issue'), [refused])
    await expectRefused(world(), () => world().act('transfer-order', approved, 'ship'), [refused])
    // A free piece is not reserved either, and what is frozen of it is frozen once.
    await expectRefused(world(), () => transfer(place, other, batch, '2'), [
      { ...refused, field: 'quantity' },
    ])
    // Those who wait for the goods are told, each with his document.
    const told = await world().database.query(
      `select m.subject_no, u.user_name, m.handle_url like '%' || $2 as is_requisition
       from message m join message_receiver r on r.message_id = m.id join app_user u on u.id = r.user_id
       where m.event = 'batch-frozen' and m.content_zh like '%<b>' || $1 || '</b>%' order by 1`,
      [batch, request],
    )
    expect(told).toEqual(
      waiting
        .map(({ docNo }, index) => ({
          subjectNo: docNo,
          userName: docNo,
          isRequisition: index === 0,
        }))
        .sort((one, other) => (one.subjectNo < other.subjectNo ? -1 : 1)),
    )
    // Nothing is written off of it, and it lies at the other end when it arrives.
    await world().act('stocktaking', count.id, 'count', {
      lines: [{ lineNo: 1, countedQuantity: '30' }],
    })
    await world().act('stocktaking', count.id, 'explain', {
      lines: [{ lineNo: 1, differenceReason: 'lost', treatment: '调账' }],
    })
    await expectRefused(world(), () => world().act('stocktaking', count.id, 'review'), [refused])
    await world().act('transfer-order', sent, 'receive', {
      lines: [{ lineNo: 1, quantityReceived: '5' }],
    })
    expect(await rows(other)).toEqual([
      { bin: 'A-01', stockCategory: 'UU', quantity: '5', reserved: '0', isHeld: true },
    ])
    await issues.act(picked, 'unpick')
    await trade.proven()
    // Lifted by somebody else, all is as before; the blocked pieces are released by themselves.
    const { userId } = (await freezes.header(id)).acts['freeze']!
    await expectRefused(world(), () => trade.actAs(userId, made!.id, 'release', ground), [
      { code: 'separation-of-duties' },
    ])
    await trade.act(made!.id, 'release', ground)
    await issues.act(draft, 'issue')
    await world().act('transfer-order', approved, 'ship')
    expect(await rows(place)).toEqual([
      { bin: 'A-01', stockCategory: 'UU', quantity: '20', reserved: '20', isHeld: false },
      { bin: 'A-01', stockCategory: 'BL', quantity: '20', reserved: '0', isHeld: false },
    ])
    await trade.proven()
  })

  test('of which nothing is free is put apart, and what arrives of it is held', async () => {
    const batch = newBatch()
    const place = await filled(batch, '30')
    await asked(world(), place, goods(1, material, '20'))
    await freeze(place, batch)
    const { companyCode, ...where } = place
    await world().create('location-adjustment', {
      companyCode,
      header: { ...where, reason: '整理库位' },
      lines: [
        {
          materialNo: material,
          quantity: '10',
          bin: 'A-01',
          batch,
          targetBin: 'A-02',
          stockCategory: 'UU',
        },
      ],
      actionAfterCreate: 'execute',
    })
    expect(await rows(place)).toEqual([
      { bin: 'A-01', stockCategory: 'UU', quantity: '20', reserved: '20', isHeld: true },
      { bin: 'A-02', stockCategory: 'UU', quantity: '10', reserved: '0', isHeld: true },
    ])
    expect(await rows(await filled(batch, '7'))).toMatchObject([{ quantity: '7', isHeld: true }])
    await trade.proven()
  })

  test('expires: who may freeze it is warned once, then asked to freeze it every week until it is frozen', async () => {
    const batch = newBatch()
    const place = await filled(batch)
    const { database } = world()
    const expiry = addDays(clock().today, 40)
    await database.query(`update batch set expiry_date = $2 where batch = $1`, [batch, expiry])
    await database.query(
      `with made as (insert into app_user (account, user_name, password_hash, created_by, changed_by)
         values ('freezer', '冻结员', '', gen_random_uuid(), gen_random_uuid()) returning id),
       role as (insert into user_role (user_id, role_code, granted_by) select id, 'KCDJ', id from made),
       plant as (insert into user_plant (user_id, company_code, created_by, created_by_name) select id, '1010', id, '' from made)
       insert into user_storage_location (user_id, company_code, plant, storage_location, created_by, created_by_name)
       select id, '1010', $1, $2, id, '' from made`,
      [place.plant, place.storageLocation],
    )
    const told = async (days: number) => {
      await proposeExpired(database, addDays(expiry, days))
      return (
        await database.query<{ event: string; handleUrl: string }>(
          `select m.event, m.handle_url from message m join message_receiver r on r.message_id = m.id
           where m.subject_no = $1 and m.event <> 'batch-frozen' order by m.created_at, m.id`,
          [batch],
        )
      ).map(({ event }) => event)
    }
    expect(await told(-31)).toEqual([])
    expect(await told(-30)).toEqual(['batch-expires'])
    expect(await told(0)).toEqual(['batch-expires'])
    expect(await told(1)).toEqual(['batch-expires', 'batch-expired'])
    expect(await told(7)).toHaveLength(2)
    expect(await told(8)).toHaveLength(3)
    const [last] = await database.query<{ handleUrl: string }>(
      `select handle_url from message where subject_no = $1 and event = 'batch-expired' limit 1`,
      [batch],
    )
    expect(last!.handleUrl).toBe(
      `/freeze/stockFreeze?list=freeze-order&by.plant=${place.plant}&by.storageLocation=${place.storageLocation}&by.materialNo=${material}&by.batch=${batch}`,
    )
    await freeze(place, batch)
    expect(await told(30)).toHaveLength(3)
  })

  test('is one that there is, by one document only', async () => {
    const batch = newBatch()
    const place = await filled(batch)
    await expectRefused(world(), () => freeze(place, 'NONE'), [
      { code: 'freeze-batch-unknown', line: 1, field: 'ofBatch' },
    ])
    const ends = await Promise.allSettled([freeze(place, batch), freeze(place, batch)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectRefused(world(), () => freeze(place, batch), [
      { code: 'freeze-batch-held', line: 1 },
    ])
  })
})
