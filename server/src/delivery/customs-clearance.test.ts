import { newId } from '@kufang/kernel/identifier.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { actOnEach } from '../document/service/act-on-each.ts'
import { clock } from '../document/public.ts'
import { testConformance } from '../document/conformance/conformance.ts'
import { linesFrom, make, makeOver, requestFor } from '../document/journey/walk.ts'
import { announced } from '../document/testing/core-flow.ts'
import { goods, newPlace, ordered, type Place } from '../document/testing/ground.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

testConformance('customs-clearance')

describe('imported goods', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'customs-clearance')
  const note = tradeOf(world, 'delivery-note')
  const arrival = tradeOf(world, 'arrival')
  const { today } = clock()

  /** The clearance in this state, and the delivery note that made it. */
  async function cleared(place: Place, state: string, lines = goods(2)) {
    const id = await trade.make(place, state, lines)
    const [noteId] = (await trade.column(id, 'sourceId')) as string[]
    return { id, noteId: noteId!, noteNo: (await note.header(noteId!)).docNo }
  }

  /** The request of an arrival of everything of a note. */
  async function arrivalOf(place: Place, noteId: string, share: 'all' | 'half' = 'all') {
    const walker = worldWalker(world(), place)
    const lines = await linesFrom(walker, 'delivery-note', noteId, share)
    return requestFor(walker, 'arrival', lines)
  }

  const clearancesOf = async (noteId: string) =>
    world().database.query<{ id: string; state: string }>(
      `select c.id, c.state from customs_clearance c
       where c.id in (select document_id from customs_clearance_line where source_id = $1) order by c.created_at`,
      [noteId],
    )

  test('do not arrive before customs released them, and every line says which clearance it waits for', async () => {
    const place = await newPlace(world())
    const { id, noteId, noteNo } = await cleared(place, 'declared')
    const { docNo } = await trade.header(id)
    const request = await arrivalOf(place, noteId)
    const params = { no: noteNo, by: docNo }
    await expectRefused(
      world(),
      () => world().create('arrival', { ...request, actionAfterCreate: 'confirm' }),
      [
        { code: 'customs-not-released', line: 1, params },
        { code: 'customs-not-released', line: 2, params },
      ],
    )
    // What was entered before the release is confirmed after it.
    const draft = await world().create('arrival', request)
    await expectRefused(world(), () => arrival.act(draft.id, 'confirm'), [
      { code: 'customs-not-released', line: 1 },
      { code: 'customs-not-released', line: 2 },
    ])
    await trade.act(id, 'release', { input: { customsReleaseDate: today } })
    await arrival.act(draft.id, 'confirm')
    expect((await arrival.header(draft.id)).state).toBe('arrived')
    expect((await trade.header(id)).state).toBe('arrived')
    await arrival.proven()
  })

  test('may come in parts; the release is taken back only while nothing has arrived', async () => {
    const place = await newPlace(world())
    const { id, noteId } = await cleared(place, 'released', goods(1))
    await trade.act(id, 'withdraw', { input: { reason: '海关撤销' } })
    expect(await trade.header(id)).toMatchObject({ state: 'declared', customsReleaseDate: null })
    await trade.act(id, 'release', { input: { customsReleaseDate: today } })
    const confirmed = async () =>
      (
        await world().create('arrival', {
          ...(await arrivalOf(place, noteId, 'half')),
          actionAfterCreate: 'confirm',
        })
      ).id
    const [first, second] = [await confirmed(), await confirmed()]
    const takeBack = () => trade.act(id, 'withdraw', { input: { reason: '海关撤销' } })
    await expectRefused(world(), takeBack, [{ code: 'wrong-state' }])
    const reverse = (one: string) =>
      arrival.act(one, 'reversePhysical', { input: { reason: '重复办理' } })
    await reverse(first)
    await expectRefused(world(), takeBack, [{ code: 'wrong-state' }])
    await reverse(second)
    await takeBack()
    await arrival.proven()
  })

  test('whose release is taken back while they arrive either arrive or do not', async () => {
    const place = await newPlace(world())
    for (let round = 0; round < 4; round += 1) {
      const { id, noteId } = await cleared(place, 'released', goods(1))
      const draft = await world().create('arrival', await arrivalOf(place, noteId))
      const [confirmed, withdrawn] = await Promise.allSettled([
        arrival.act(draft.id, 'confirm'),
        trade.act(id, 'withdraw', { input: { reason: '海关撤销' } }),
      ])
      expect(withdrawn.status === 'fulfilled').toBe(confirmed.status === 'rejected')
      expect([(await arrival.header(draft.id)).state, (await trade.header(id)).state]).toEqual(
        confirmed.status === 'fulfilled' ? ['arrived', 'arrived'] : ['draft', 'declared'],
      )
    }
  })

  test('under inspection by customs are not released before it has ended', async () => {
    const { id } = await cleared(await newPlace(world()), 'inspecting', goods(1))
    const release = () => trade.act(id, 'release', { input: { customsReleaseDate: today } })
    await expectRefused(world(), release, [{ code: 'wrong-state' }])
    await trade.act(id, 'endInspection', { input: { inspectionFinding: '查验无异常' } })
    await release()
  })

  test('are released on no day before their inspection or in the future', async () => {
    const { id } = await cleared(await newPlace(world()), 'inspecting', goods(1))
    await trade.act(id, 'endInspection', { input: { inspectionFinding: '查验无异常' } })
    const release = (customsReleaseDate: string) => () =>
      trade.act(id, 'release', { input: { customsReleaseDate } })
    await expectRefused(world(), release(addDays(today, -1)), [
      { code: 'date-order', field: 'customsReleaseDate' },
    ])
    await expectRefused(world(), release(addDays(today, 1)), [
      {
        code: 'date-in-future',
        field: 'customsReleaseDate',
        params: { field: '放行日', fieldEn: 'Released by customs on', date: addDays(today, 1) },
      },
    ])
  })

  test('are not released by who called them in at the warehouse', async () => {
    const { id, noteId } = await cleared(await newPlace(world()), 'declared', goods(1))
    const { userId } = (await note.header(noteId)).acts['confirm']!
    await expectRefused(
      world(),
      () => trade.actAs(userId, id, 'release', { input: { customsReleaseDate: today } }),
      [{ code: 'separation-of-duties' }],
    )
  })

  test('need an HS code on every line, which is proposed from the last declaration of the material', async () => {
    const place = await newPlace(world())
    const { id } = await cleared(place, 'open')
    const declaration = { customsDeclarationNo: '224820261000112488', declaredOn: today }
    await expectRefused(
      world(),
      () =>
        trade.act(id, 'declare', { input: declaration, lines: [{ lineNo: 1, hsCode: '8481' }] }),
      [{ code: 'field-required', line: 2, field: 'hsCode' }],
    )
    await trade.act(id, 'declare', {
      input: declaration,
      lines: [
        { lineNo: 1, hsCode: '8481804090' },
        { lineNo: 2, hsCode: '7318150090' },
      ],
    })
    const next = await cleared(place, 'open')
    const proposed = ['8481804090', '7318150090']
    expect(await trade.column(next.id, 'usualHsCode')).toEqual(proposed)
    // A declaration taken back proposes what it said.
    await trade.act(id, 'withdraw', { input: { reason: '改单重报' } })
    expect(await trade.column(id, 'hsCode')).toEqual([null, null])
    expect(await trade.column(id, 'usualHsCode')).toEqual(proposed)
  })

  test('are not changed under a declaration: it is withdrawn first, and the clearance ends with its note', async () => {
    const { id, noteId } = await cleared(await newPlace(world()), 'declared', goods(1))
    const { docNo } = await trade.header(id)
    await expectRefused(world(), () => note.act(noteId, 'withdrawConfirmation'), [
      { code: 'successor-stands', params: { by: docNo } },
    ])
    await trade.act(id, 'withdraw', { input: { reason: '改单重报' } })
    expect((await trade.header(id)).customsDeclarationNo).toBeNull()
    await note.act(noteId, 'withdrawConfirmation')
    await note.act(noteId, 'confirm', { input: { appointmentSlot: '10:00-12:00' } })
    expect(await clearancesOf(noteId)).toMatchObject([{ state: 'cancelled' }, { state: 'open' }])
    await note.act(noteId, 'writeOff', { input: { reason: '需求取消' } })
    expect(await clearancesOf(noteId)).toMatchObject([
      { state: 'cancelled' },
      { state: 'cancelled' },
    ])
  })

  test('confirmed with others in one press get their clearances, and nothing is reported as broken', async () => {
    const place = await newPlace(world())
    const walker = worldWalker(world(), place)
    const notes: string[] = []
    for (const course of ['', 'imported', 'imported'])
      notes.push(await make(walker, 'delivery-note', goods(1), { course, steps: ['submit'] }))
    const ticked = await Promise.all(
      notes.map(async (id) => ({
        id,
        version: (await note.header(id)).version,
        idempotencyKey: newId(),
      })),
    )
    const outcomes = await actOnEach(
      world().database,
      world().actorFor('delivery-note', 'confirm'),
      {
        name: 'delivery-note',
        action: 'confirm',
        input: { appointmentSlot: '08:00-10:00' },
      },
      ticked,
      (error) => {
        throw error
      },
    )
    expect(outcomes.every((outcome) => 'done' in outcome)).toBe(true)
    const states = await Promise.all(notes.map(clearancesOf))
    expect(states.map((found) => found.map(({ state }) => state))).toEqual([[], ['open'], ['open']])
  })

  test('are waited for by customs until the day they are expected', async () => {
    const { id } = await cleared(await newPlace(world()), 'open', goods(1))
    expect(await trade.dueOn(id)).toEqual([addDays(today, 1)])
  })

  test('are those the supplier marks; by the rule of the plant also those ordered in foreign currency', async () => {
    const place = await newPlace(world())
    const domestic = await announced(world(), place, goods(1))
    expect(await clearancesOf(domestic)).toEqual([])
    const abroad = async () => {
      const walker = worldWalker(world(), place)
      const order = await ordered(world(), place, goods(1))
      await world().database.query(`update purchase_order set currency = 'USD' where id = $1`, [
        order,
      ])
      return makeOver(walker, 'delivery-note', await linesFrom(walker, 'purchase-order', order), [
        'submit',
        'confirm',
      ])
    }
    expect(await clearancesOf(await abroad())).toEqual([])
    await world().database.query(
      `insert into business_parameter (company_code, id, name, plant, value, valid_from, changed_by, changed_by_name)
       values ('1010', gen_random_uuid(), 'delivery.importedGoods', $1, '"foreign-currency"', '2020-01-01', gen_random_uuid(), '测试')`,
      [place.plant],
    )
    const marked = await abroad()
    expect(await clearancesOf(marked)).toMatchObject([{ state: 'open' }])
    expect((await note.header(marked)).isImported).toBe(true)
    expect(await clearancesOf(await announced(world(), place, goods(1)))).toEqual([])
  })
})
