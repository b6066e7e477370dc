import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { standInFor } from '../document/testing/trial.ts'
import type { StandIn } from '../erp/testing/stand-in.ts'
import { chemicalPage as page, chemicalsOf, type Ask } from './testing/chemicals.ts'

// What one person draws of a chemical, and what the ERP is told of it.

const today = companyToday()
const world = useWorld()
const requisition = tradeOf(world, 'requisition')
const issue = tradeOf(world, 'goods-issue')
const { newRequester, ground, ask, handOut } = chemicalsOf(world)

describe('what one person draws of a chemical', () => {
  test('is capped over a period: what was asked for counts, what is withdrawn or written off does not', async () => {
    const asked = await ground()
    const first = await ask(asked, '30')
    await expectRefused(world(), () => ask(asked, '21'), [
      {
        code: 'chemical-cap-exceeded',
        line: 1,
        field: 'quantity',
        params: {
          material: asked.materialNo,
          requester: asked.requester,
          days: 30,
          cap: '50',
          drawn: '30',
          left: '20',
          quantity: '21',
          unit: 'KG',
        },
      },
    ])
    // Somebody else's cap is his own.
    await ask({ ...asked, requester: await newRequester() }, '50')
    await requisition.act(first.id, 'withdraw')
    const second = await ask(asked, '50')
    expect(await requisition.column(second.id, 'drawnBefore')).toEqual(['0'])
    await expectRefused(world(), () => requisition.act(first.id, 'submit'), [
      { code: 'chemical-cap-exceeded' },
    ])
    await requisition.act(second.id, 'approve')
    await handOut(second.id, '10', 'issue')
    await requisition.act(second.id, 'writeOff', { input: { reason: '不再需要' } })
    // Ten are drawn, forty given back.
    await requisition.act(first.id, 'submit')
    expect(await requisition.column(first.id, 'drawnBefore')).toEqual(['10'])
  })

  test('is free again after the period', async () => {
    const asked = await ground()
    const { id } = await ask(asked, '50')
    const on = (days: number) =>
      world().database.query(`update requisition set requested_on = $2 where id = $1`, [
        id,
        addDays(today, -days),
      ])
    await on(29)
    await expectRefused(world(), () => ask(asked, '1'), [{ code: 'chemical-cap-exceeded' }])
    await on(30)
    expect((await ask(asked, '1')).docNo).toMatch(/^LL/)
  })

  test('does not exceed the cap in two lines, nor in two requisitions submitted at once', async () => {
    const asked = await ground()
    const two = () =>
      world().create('requisition', {
        page,
        companyCode: '1010',
        header: {
          pickingUnit: 'U1',
          requester: asked.requester,
          requiredDate: '2099-01-01',
          plant: asked.from.plant,
          storageLocation: asked.from.storageLocation,
          receivingStorageLocation: asked.to.storageLocation,
          permitNo: 'HX-001',
          permitValidTo: '2099-01-01',
        },
        lines: ['30', '21'].map((quantity) => ({
          materialNo: asked.materialNo,
          quantity,
          receivingBin: 'H-01',
        })),
        actionAfterCreate: 'submit',
      })
    await expectRefused(world(), two, [{ code: 'chemical-cap-exceeded', line: 2 }])
    // While one is being submitted, another one of the same person waits, and then counts it.
    const [first, second] = [await ask(asked, '30'), await ask(asked, '20')]
    await requisition.act(first.id, 'withdraw')
    await requisition.act(second.id, 'withdraw')
    await world().database.query(
      `update requisition_line set quantity = 30 where document_id = $1`,
      [second.id],
    )
    const { database } = world()
    // Whoever waits for a locked row holds its tuple.
    const waiting = async () =>
      (
        await database.query(
          `select 1 as found from pg_locks where locktype = 'tuple' and relation = 'requester'::regclass`,
        )
      ).length
    let attempt: Promise<unknown> = Promise.resolve()
    await database.transaction(async (tx) => {
      await tx.query(
        `select 1 as locked from requester where company_code = '1010' and requester = $1 for update`,
        [asked.requester],
      )
      await tx.query(
        `update requisition set state = 'submitted', requested_on = $2 where id = $1`,
        [first.id, today],
      )
      attempt = requisition.act(second.id, 'submit')
      attempt.catch(() => {})
      await expect.poll(waiting).toBe(1)
    })
    await expect(attempt).rejects.toMatchObject({ code: 'chemical-cap-exceeded' })
  })

  test('is checked again at approval, by the cap of that day', async () => {
    const asked = await ground()
    const { id } = await ask(asked, '30')
    await world().database.query(
      `update material set person_cap_quantity = 20 where material_no = $1`,
      [asked.materialNo],
    )
    await expectRefused(world(), () => requisition.act(id, 'approve'), [
      { code: 'chemical-cap-exceeded', line: 1, params: { cap: '20', left: '20' } as never },
    ])
  })
})

describe('in the ERP', () => {
  let standIn: StandIn
  let asked: Ask
  beforeAll(async () => {
    asked = await ground()
    const { from, to, materialNo } = asked
    standIn = await standInFor(world(), from)
    const { plant, companyCode } = from
    await standIn.control('POST', '/stand-in/seed', {
      plants: [
        { plant, companyCode, storageLocations: [from.storageLocation, to.storageLocation] },
      ],
      products: [
        {
          product: materialNo,
          descriptions: { ZH: '化学品', EN: 'Chemical' },
          baseUnit: 'KG',
          price: '8.00',
        },
      ],
      stock: [
        { product: materialNo, plant, storageLocation: from.storageLocation, quantity: '200' },
      ],
    })
  })
  afterAll(() => standIn.stop())

  test('they are transferred (311), and taken back step by step: 312, the goods, the approval, the cap', async () => {
    const { id } = await ask(asked, '50')
    await requisition.act(id, 'approve')
    const { id: issueId } = await handOut(id, '50', 'issue')
    await issue.act(issueId, 'review')
    await issue.act(issueId, 'post')
    await world().send()
    expect((await issue.header(issueId)).erpState).toBe('posted')
    await approveReversal(world(), 'goods-issue', issueId)
    await issue.act(issueId, 'reverse')
    await world().send()
    expect((await issue.header(issueId)).erpState).toBe('reversed')
    await issue.act(issueId, 'reversePhysical', { input: { reason: '未使用' } })
    expect(await requisition.stock(asked.to, asked.materialNo)).toEqual([])
    expect(await requisition.stock(asked.from, asked.materialNo)).toMatchObject([
      { bin: 'H-01', quantity: '200', reserved: '50' },
    ])
    // Still asked for, so it counts, until the approval is withdrawn or the rest written off.
    await expectRefused(world(), () => ask(asked, '1'), [{ code: 'chemical-cap-exceeded' }])
    await requisition.act(id, 'withdrawApproval')
    await requisition.act(id, 'withdraw')
    expect((await ask(asked, '50')).docNo).toMatch(/^LL/)
    await requisition.proven()
  })

  test('goods that the unit has moved on are not taken back', async () => {
    const other = await ground()
    const { id } = await ask(other, '20')
    await requisition.act(id, 'approve')
    const { id: issueId } = await handOut(id, '20', 'issue')
    const { companyCode, plant, storageLocation } = other.to
    await world().database.query(
      `insert into bin (company_code, plant, storage_location, bin, purpose, hazard_class) values ($1, $2, $3, 'H-02', 'storage', '3')`,
      [companyCode, plant, storageLocation],
    )
    await world().create('location-adjustment', {
      companyCode,
      header: { plant, storageLocation, reason: '整理' },
      lines: [
        {
          materialNo: other.materialNo,
          quantity: '15',
          bin: 'H-01',
          targetBin: 'H-02',
          stockCategory: 'UU',
        },
      ],
      actionAfterCreate: 'execute',
    })
    await expectRefused(
      world(),
      () => issue.act(issueId, 'reversePhysical', { input: { reason: '未使用' } }),
      [{ code: 'stock-moved-on' }],
    )
  })
})
