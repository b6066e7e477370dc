import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { clock } from '../document/storage/clock.ts'
import { goods, newPlace, type Place } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { runAction } from '../document/service/service.ts'
import { queryRoutes } from '../document/routes/query-routes.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { stockNoteList, stockRemarkList } from './queries/list-stock-remarks.ts'

const name = 'stock-note'

testConformance('stock-note')

describe('a note on the stock', () => {
  const world = useWorld()
  const trade = tradeOf(world, name)
  const valve = materials.valve
  const { today } = clock()

  const filled = async (): Promise<Place> => {
    const place = await newPlace(world())
    await worldWalker(world(), place).stock!(goods(1))
    return place
  }
  const note = async (
    { companyCode, ...where }: Place,
    noteText: string,
    header: Record<string, unknown> = {},
  ) => {
    const { id } = await world().create(name, {
      companyCode,
      header: { ...where, noteText, ...header },
      lines: [{ materialNo: valve, bin: 'A-01', stockCategory: 'UU' }],
      actionAfterCreate: 'record',
    })
    return id
  }
  /** The list of the page, or the notes on a row, as somebody with this scope reads it. */
  const read = async (
    query: 'stock-remark' | 'stock-note-history',
    payload: object,
    scope = {},
  ): Promise<Record<string, unknown>[]> => {
    const app = await documentCalls(
      world().database,
      person('查询员', ['KCCXBZ'], scope),
      queryRoutes({ 'stock-remark': stockRemarkList, 'stock-note-history': stockNoteList }),
    )
    const reply = await app.inject({ method: 'POST', url: `/api/queries/${query}/list`, payload })
    await app.close()
    return (JSON.parse(reply.body) as { datas: { rows: Record<string, unknown>[] } }).datas.rows
  }
  const listed = ({ storageLocation }: Place, rows: string, filters: object[] = [], scope = {}) =>
    read(
      'stock-remark',
      {
        parameters: { rows },
        filters: [{ field: 'storageLocation', operator: 'eq', value: storageLocation }, ...filters],
      },
      scope,
    )

  test('is the last one of its row, beside the quantity it was written about, and the earlier one stays', async () => {
    const place = await filled()
    expect(await listed(place, 'noted')).toEqual([])
    const first = await note(place, '外包装破损')
    await note(place, '已重新包装，标签待补')
    expect(await trade.column(first, 'quantity')).toEqual(['15'])
    const [row, ...more] = await listed(place, 'noted')
    expect(more).toEqual([])
    expect(row).toMatchObject({ noteText: '已重新包装，标签待补', noteCount: 2, quantity: '15' })
    const notes = await read('stock-note-history', { parameters: { keyId: row!['keyId'] } })
    expect(notes.map((one) => [one['noteText'], one['state']])).toEqual([
      ['已重新包装，标签待补', 'standing'],
      ['外包装破损', 'standing'],
    ])
  })

  test('leaves the list of what still matters after its day, and stays on its row', async () => {
    const place = await filled()
    await note(place, '月底前用完', { relevantUntil: addDays(today, 3) })
    expect(await listed(place, 'relevant')).toMatchObject([{ noteText: '月底前用完' }])
    await world().database.query(
      `update stock_row_note set relevant_until = $2, matters_until = $2 where company_code = '1010' and key_id in
         (select id from stock_key where storage_location = $1)`,
      [place.storageLocation, addDays(today, -1)],
    )
    expect(await listed(place, 'relevant')).toEqual([])
    expect(await listed(place, 'noted')).toHaveLength(1)
    await expectRefused(
      world(),
      () => note(place, '过期的备注', { relevantUntil: addDays(today, -1) }),
      [{ code: 'input-invalid', field: 'relevantUntil' }],
    )
  })

  test('is found by a word, by who wrote it and by when, within the data scope only', async () => {
    const place = await filled()
    const id = await note(place, '法兰密封面有浮锈')
    const author = String((await trade.header(id)).createdByName)
    const has = (field: string, operator: string, value: unknown) => [{ field, operator, value }]
    expect(await listed(place, 'noted', has('noteText', 'contains', '浮锈'))).toHaveLength(1)
    expect(await listed(place, 'noted', has('noteText', 'contains', '受潮'))).toEqual([])
    expect(await listed(place, 'noted', has('notedByName', 'contains', author))).toHaveLength(1)
    expect(await listed(place, 'noted', [], { storageLocations: ['0001/1002'] })).toEqual([])
    expect(await listed(place, 'noted', [], { companyCodes: ['1020'] })).toEqual([])
    // All stock has the rows without notes too.
    expect(await listed(place, 'all')).toHaveLength(1)
    const [row] = await listed(place, 'noted')
    const asked = { parameters: { keyId: row!['keyId'] } }
    expect(await read('stock-note-history', asked, { storageLocations: ['0001/1002'] })).toEqual([])
  })

  test('is corrected by a further note that names it, and only by one on the same row', async () => {
    const place = await filled()
    const wrong = await note(place, '缺合格证')
    const { docNo } = await trade.header(wrong)
    const other = await filled()
    await expectRefused(world(), () => note(other, '合格证在资料柜', { correctsNo: docNo }), [
      { code: 'note-not-to-correct', field: 'correctsNo', params: { no: docNo } },
    ])
    await note(place, '合格证在资料柜 3 号', { correctsNo: docNo })
    expect(await trade.header(wrong)).toMatchObject({ state: 'corrected', noteText: '缺合格证' })
    expect(await listed(place, 'noted')).toMatchObject([
      { noteText: '合格证在资料柜 3 号', noteCount: 1 },
    ])
    await expectRefused(world(), () => note(place, '再更正', { correctsNo: docNo }), [
      { code: 'note-not-to-correct' },
    ])
  })

  test('is withdrawn by its author with a reason, and by nobody else', async () => {
    const place = await filled()
    const id = await note(place, '写错了')
    const input = { reason: '写错了库存行' }
    const actor = world().actorFor(name, 'withdraw')
    const other = { ...actor, session: { ...actor.session, account: 'storekeeper2' } }
    const { version } = await trade.header(id)
    await expectRefused(
      world(),
      () => runAction(world().database, other, name, id, 'withdraw', { version, input }, newId()),
      [{ code: 'note-of-somebody-else', params: { author: 'create 的人' } }],
    )
    await trade.act(id, 'withdraw', { input })
    expect(await trade.header(id)).toMatchObject({
      state: 'withdrawn',
      noteText: '写错了',
      withdrawalReason: '写错了库存行',
    })
    expect(await listed(place, 'noted')).toEqual([])
  })
})
