import { companyToday } from '@kufang/kernel/company-day.ts'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { overdueRecord } from '@kufang/contract/overdue/overdue-record.ts'
import { describe, expect, test } from 'vitest'
import { beside } from '../document/journey/journey.ts'
import { walk } from '../document/journey/walk.ts'
import { listDocuments } from '../document/list/list.ts'
import { documentTable } from '../document/storage/table.ts'
import { goods, newPlace, ordered } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { keepAllOverdueRecords } from './keep-all.ts'
import { overdueRoutes } from './routes.ts'

const today = companyToday()
const name = 'overdue-record'

describe('an overdue record left out of the rate', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)

  const requested = async (state: string) => {
    const id = await trade.make(await newPlace(world()), state, goods(1))
    await trade.act(id, 'requestExclusion', {
      input: { exclusion: 'excluded', reason: '买方书面同意延期' },
    })
    return id
  }
  /** What the query page shows with this filter. */
  const listed = async (request: ListRequest) => {
    const reader = person('查询员', rolesForReading(overdueRecord))
    const table = documentTable(overdueRecord)
    const asked = { level: 'line', size: 500, ...request } as const
    return (await listDocuments(world().database, reader, table, asked)).rows
  }

  test('needs a reason and another person, and is listed with reason, persons and day', async () => {
    const id = await requested('decided')
    const { acts } = await trade.header(id)
    const requester = acts['requestExclusion']!
    await expectRefused(world(), () => trade.actAs(requester.userId, id, 'approveExclusion'), [
      { code: 'separation-of-duties' },
    ])
    await trade.act(id, 'approveExclusion')
    const filters = [{ field: 'isExcluded', operator: 'eq', value: true }] as const
    const rows = await listed({ filters: [...filters] })
    expect(rows.map((row) => row['id'])).toEqual([id])
    expect(rows[0]).toMatchObject({
      state: 'decided',
      excludedBecause: '买方书面同意延期',
      exclusionRequestedByName: requester.userName,
      excludedByName: 'approveExclusion 的人',
      excludedOn: today,
    })
  })

  test('counts as before when it is refused, and again when that is approved', async () => {
    const refused = await requested('answered')
    await trade.act(refused, 'refuseExclusion', { input: { reason: '缺少证明材料' } })
    expect(await trade.header(refused)).toMatchObject({ state: 'answered', isExcluded: false })
    const id = await requested('closed')
    await trade.act(id, 'approveExclusion')
    expect(await trade.header(id)).toMatchObject({ state: 'closed', isExcluded: true })
    await trade.act(id, 'requestExclusion', {
      input: { exclusion: 'counted', reason: '延期说明有误' },
    })
    await trade.act(id, 'approveExclusion')
    expect(await trade.header(id)).toMatchObject({ state: 'closed', isExcluded: false })
  })

  test('keeps the ground of its exclusion when a request to count it again is refused', async () => {
    const id = await requested('decided')
    await trade.act(id, 'approveExclusion')
    const request = { input: { exclusion: 'counted', reason: '延期说明有误' } }
    await trade.act(id, 'requestExclusion', request)
    await trade.act(id, 'refuseExclusion', { input: { reason: '理由不充分' } })
    expect(await trade.header(id)).toMatchObject({
      state: 'decided',
      isExcluded: true,
      excludedBecause: '买方书面同意延期',
      excludedByName: 'approveExclusion 的人',
    })
    await trade.act(id, 'requestExclusion', request)
    await trade.act(id, 'approveExclusion')
    expect(await trade.header(id)).toMatchObject({ isExcluded: false, excludedBecause: null })
  })

  test('is decided about again after a new answer, whatever is decided about its exclusion', async () => {
    const id = await trade.make(await newPlace(world()), 'decided', goods(1))
    await trade.act(id, 'returnToSupplier', { input: { reason: '新承诺日不可接受' } })
    await trade.act(id, 'answer', {
      input: { overdueReason: 'production', explanation: '设备故障', promisedDate: '2099-01-01' },
    })
    for (const decision of ['approveExclusion', 'refuseExclusion']) {
      await trade.act(id, 'requestExclusion', {
        input: { exclusion: 'excluded', reason: '不可抗力' },
      })
      const input = decision === 'refuseExclusion' ? { input: { reason: '理由不充分' } } : {}
      await trade.act(id, decision, input)
      expect((await trade.header(id)).state).toBe('answered')
    }
    await trade.act(id, 'decide', {
      input: { responsibleParty: 'supplier', responsibilityNote: '供应商原因' },
    })
    expect((await trade.header(id)).state).toBe('decided')
  })

  test('waits for its approval also when its goods arrive meanwhile', async () => {
    const place = await newPlace(world())
    const id = await trade.make(place, 'exclusionRequested', goods(1))
    await walk(worldWalker(world(), place), name, id, [beside('delivery-note', 'arrived')])
    const log = { info: () => undefined, warn: () => undefined }
    await keepAllOverdueRecords(world().database, log, { isRecordedOnly: true })
    expect(await trade.header(id)).toMatchObject({ state: 'exclusionRequested', arrivedOn: today })
    await trade.act(id, 'approveExclusion')
    expect(await trade.header(id)).toMatchObject({ state: 'arrived', isExcluded: true })
  })
})

describe('overdue records', () => {
  const world = useWorld()

  const generate = async (session: ReturnType<typeof person>, payload: object = {}) => {
    const app = await documentCalls(world().database, session, overdueRoutes, {
      database: world().database,
    } as never)
    const reply = await app.inject({ method: 'POST', url: '/api/overdue/generate', payload })
    await app.close()
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
  }

  test('are made on demand by who decides about them, within his companies, and the log says so', async () => {
    const place = await newPlace(world())
    await ordered(world(), place, [{ ...goods(1)[0]!, deliveryDate: '2026-01-01' }])
    const buyer = person('采购员', ['YQSHWH'])
    expect((await generate(buyer)).body).toMatchObject({
      datas: { made: 1, changed: 0, refused: [] },
    })
    const log = await world().database.query(
      `select user_name, after from audit_entry where subject_type = $1 and action = 'generate'`,
      [name],
    )
    expect(log).toEqual([{ userName: '采购员', after: { made: 1, changed: 0, refused: [] } }])
    expect(await generate(person('查询员', ['YQSHCX']))).toMatchObject({ status: 403 })
    expect(await generate(buyer, { companyCode: '1020' })).toMatchObject({ status: 403 })
    const supplier = person('供应商', ['YQSHWH'], { supplierNo: '100001' })
    expect(await generate(supplier)).toMatchObject({ status: 403 })
  })

  test('are made in every company by the job of the night', async () => {
    const there = world().in('1020')
    await ordered(there, await newPlace(there), [{ ...goods(1)[0]!, deliveryDate: '2026-01-01' }])
    const said: unknown[] = []
    const log = {
      info: (facts: unknown) => void said.push(facts),
      warn: (facts: unknown) => void said.push(facts),
    }
    await keepAllOverdueRecords(world().database, log, { isRecordedOnly: true })
    expect(said).toEqual([])
    await keepAllOverdueRecords(world().database, log, { isRecordedOnly: false })
    expect(said).toEqual([{ companyCode: '1020', made: 1, changed: 0 }])
  })
})
