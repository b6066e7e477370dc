import type { ActionRequest, DocumentResponse, LogRow } from '@kufang/contract/document/api.ts'
import { describe, expect, test } from 'vitest'
import { makeOver } from '../document/journey/walk.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import type { Session } from '../platform/session/session.ts'

// A recount that sees the first number is none: until all of a blind count is counted, what was counted first is seen by who
// counted it and by nobody else.

describe('a blind count', () => {
  const world = useWorld()
  const counts = tradeOf(world, 'stocktaking')
  const first = person('初盘人', ['admin'])
  const second = person('复盘人', ['admin'])

  const ordered = async (isBlind = true): Promise<string> => {
    const place = await newPlace(world())
    const lots = goods(2, materials.valve, '20')
    await makeOver(worldWalker(world(), place), 'stock-initialisation', lots, [
      'submit',
      'initialise',
    ])
    const { companyCode, ...where } = place
    const { id } = await world().create('stocktaking', {
      companyCode,
      header: { ...where, countType: 'cycle', isBlind },
      lines: lots.map(({ materialNo }) => ({ materialNo, bin: 'A-01', stockCategory: 'UU' })),
      actionAfterCreate: 'start',
    })
    return id
  }
  const count = (id: string, lineNo: number, countedQuantity: string) =>
    counts.actAs(first.userId, id, 'count', {
      lines: [{ lineNo, countedQuantity, countRemark: `点到 ${countedQuantity}` }],
    })
  const askedAgain = async (): Promise<string> => {
    const id = await ordered()
    await count(id, 1, '18')
    await count(id, 2, '20')
    // Beyond the tolerance of goods of class A; goods without a class are counted again where somebody asks for it.
    await world().act('stocktaking', id, 'askRecount')
    expect((await counts.header(id)).state).toBe('toRecount')
    return id
  }
  const get = async <T>(session: Session, url: string): Promise<T> => {
    const app = await documentCalls(world().database, session)
    const reply = await app.inject({ method: 'GET', url })
    expect(reply.statusCode).toBe(200)
    await app.close()
    return (JSON.parse(reply.body) as { datas: T }).datas
  }
  /** The first counts and remarks as this person sees them in the document. */
  const seen = async (session: Session, id: string) =>
    (await get<DocumentResponse>(session, `/api/documents/stocktaking/${id}`)).lines.map((line) =>
      [line['countedQuantity'], line['countRemark']].filter((one) => one !== undefined),
    )
  /** What its log answers this person, as text. */
  const logged = async (session: Session, id: string): Promise<string> =>
    JSON.stringify(await get<LogRow[]>(session, `/api/documents/stocktaking/${id}/log`))

  test('shows what was counted so far to who counted it, and to nobody else', async () => {
    const id = await ordered()
    await count(id, 1, '18')
    expect((await seen(first, id))[0]).toEqual(['18', '点到 18'])
    expect(await seen(second, id)).toEqual([[], []])
  })

  test('is counted again by somebody who sees the first count neither in the document nor in its log', async () => {
    const id = await askedAgain()
    expect(await seen(second, id)).toEqual([[], []])
    const log = await logged(second, id)
    expect(log).toContain('count')
    for (const told of ['点到', '"18"', '"countedQuantity"', 'differenceTotal'])
      expect(log).not.toContain(told)
    await counts.actAs(second.userId, id, 'recount', {
      lines: [{ lineNo: 1, recountedQuantity: '19' }],
    })
    expect((await counts.header(id)).state).toBe('differing')
    expect(await seen(second, id)).toEqual([
      ['18', '点到 18'],
      ['20', '点到 20'],
    ])
    expect(await logged(second, id)).toContain('点到 18')
  })

  test('is no more counted again as it is, once it shows the first count, nor by who has asked for it', async () => {
    const id = await ordered()
    await count(id, 1, '19')
    await count(id, 2, '20')
    const again: Partial<ActionRequest> = { lines: [{ lineNo: 1, recountedQuantity: '20' }] }
    const { docNo } = await counts.header(id)
    await expectRefused(world(), () => world().act('stocktaking', id, 'recount', again), [
      { code: 'blind-recount-unasked', params: { no: docNo } },
    ])
    await world().act('stocktaking', id, 'askRecount')
    const { acts } = await counts.header(id)
    await expectRefused(
      world(),
      () => counts.actAs(acts['askRecount']!.userId, id, 'recount', again),
      [{ code: 'separation-of-duties' }],
    )
    await world().act('stocktaking', id, 'recount', again)
    expect((await counts.header(id)).state).toBe('counted')
  })

  test('says of goods off the books how many there are to who found them, and to nobody else', async () => {
    const id = await ordered()
    await count(id, 1, '20')
    await counts.actAs(first.userId, id, 'reportFound', {
      input: {
        foundMaterialNo: materials.bolt,
        foundBin: 'A-01',
        foundQuantity: '37',
        foundCategory: 'UU',
      },
    })
    expect(await logged(first, id)).toContain('"37"')
    const log = await logged(second, id)
    expect(log).toContain('reportFound')
    expect(log).not.toContain('"37"')
  })

  test('differs from an open one, which hides nothing', async () => {
    const id = await ordered(false)
    await count(id, 1, '18')
    expect((await seen(second, id))[0]).toEqual(['18', '点到 18'])
  })
})
