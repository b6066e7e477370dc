import { rolesFor, rolesForReading } from '@kufang/contract/document/decide.ts'
import { amountRoles } from '@kufang/contract/document/visible.ts'
import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { afterEach, expect, test } from 'vitest'
import { runAction, type Actor } from '../document/service/service.ts'
import { newPlace } from '../document/testing/ground.ts'
import { documentCalls } from '../document/testing/http.ts'
import { person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

// The way of a count difference to its adjustment depends on its amount: one person reviews it, and above the limit of
// the company (5,000 by default) the director approves it too.

const world = useWorld()
const name = 'stocktaking'

interface Lot {
  materialNo: string
  /** What 20 pieces are worth; without it their price is unknown. */
  amount?: string
  counted: string
}

let materials = 0
/** A material of its own for each lot, because all stock of a material in a plant has one price. */
const lot = (amount: string | undefined, counted: string): Lot => ({
  materialNo: `M-BOLT-${(materials += 1)}`,
  ...(amount === undefined ? {} : { amount }),
  counted,
})

const setLimit = (value: number | null) =>
  world().database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     values ('1010', $1, 'stocktake.directorLimit', $2::jsonb, current_date - 1, $1, '管理员')`,
    [newId(), value === null ? null : JSON.stringify(value)],
  )
afterEach(() => setLimit(null))

const act = (id: string, action: string, request: object = {}) =>
  world().act(name, id, action, request)
const read = async (id: string) => {
  const { header, lines } = await world().read(name, id)
  const { state, needsDirector, limitDirector, differenceTotal } = header
  const amounts = lines.map((line) => line['differenceAmount'])
  return { header, state, needsDirector, limitDirector, differenceTotal, amounts, lines }
}
const explain = async (id: string) => {
  const { lines } = await read(id)
  return act(id, 'explain', {
    lines: lines
      .filter((line) => line['differenceQuantity'] !== '0')
      .map(({ lineNo }) => ({ lineNo, differenceReason: 'lost' })),
  })
}

/** An order that counts 20 pieces of each lot. */
async function ordered(...lots: Lot[]): Promise<{ id: string; storageLocation: string }> {
  const { companyCode, ...where } = await newPlace(world())
  const goods = lots.map(({ materialNo }) => ({ materialNo, bin: 'A-01', stockCategory: 'UU' }))
  const opening = await world().create('stock-initialisation', {
    companyCode,
    header: { ...where, origin: 'new', remark: '期初' },
    lines: lots.map(({ amount }, at) => ({
      ...goods[at],
      quantity: '20',
      ...(amount === undefined ? {} : { amount }),
    })),
  })
  for (const action of ['submit', 'initialise'])
    await world().act('stock-initialisation', opening.id, action)
  const { id } = await world().create(name, {
    companyCode,
    header: { ...where, countType: 'cycle' },
    lines: goods,
    actionAfterCreate: 'start',
  })
  return { id, storageLocation: where.storageLocation }
}

const count = (id: string, lots: readonly Lot[]) =>
  act(id, 'count', {
    lines: lots.map(({ counted }, at) => ({ lineNo: at + 1, countedQuantity: counted })),
  })

/** The same, counted and explained, so that it waits for its review. */
async function submitted(...lots: Lot[]) {
  const made = await ordered(...lots)
  await count(made.id, lots)
  await explain(made.id)
  const { storageLocation } = made
  const stock = async () =>
    (
      await world().database.query<{ quantity: string }>(
        `select quantity from stock_balance where storage_location = $1 and place = 'stock' order by material_no, quantity`,
        [storageLocation],
      )
    ).map(({ quantity }) => quantity)
  return { id: made.id, stock }
}

const small = () => lot('200.00', '17')
const large = () => lot('40000.00', '17')

test('a small difference is adjusted after one review, and the director is not asked', async () => {
  const { id, stock } = await submitted(small())
  expect(await read(id)).toMatchObject({
    state: 'handled',
    amounts: ['-30'],
    differenceTotal: '30',
    needsDirector: 'notNeeded',
    limitDirector: '5000',
  })
  await expectRefused(world(), () => act(id, 'reviewDirector'), [{ code: 'wrong-state' }])
  await act(id, 'review')
  expect([(await read(id)).state, await stock()]).toEqual(['adjusted', ['17']])
})

test('who has chosen what is counted decides nothing about it, whoever ordered the count', async () => {
  const { id } = await submitted(small())
  // What was entered by one person may be ordered by another.
  const chooser = newId()
  await world().database.query(
    `update stocktaking set acts = jsonb_set(acts, '{create,userId}', to_jsonb($2::text)) where id = $1`,
    [id, chooser],
  )
  for (const [action, request] of [
    ['review', {}],
    ['refuse', { input: { reason: '差异原因说明不充分' } }],
    ['writeOffDifferences', {}],
  ] as const)
    await expectRefused(world(), () => tradeOf(world, name).actAs(chooser, id, action, request), [
      { code: 'separation-of-duties', params: { act: '制单' } as never },
    ])
})

test('a large difference is neither adjusted nor posted before the director approved it', async () => {
  const { id, stock } = await submitted(large())
  expect(await read(id)).toMatchObject({ differenceTotal: '6000', needsDirector: 'aboveLimit' })
  await act(id, 'review')
  expect([(await read(id)).state, await stock()]).toEqual(['toDirector', ['20']])
  for (const action of ['review', 'post', 'reversePart', 'writeOffDifferences'])
    await expectRefused(world(), () => act(id, action), [{ code: 'wrong-state' }])
  await act(id, 'reviewDirector')
  expect([(await read(id)).state, await stock()]).toEqual(['adjusted', ['17']])
})

test('what the director approved is taken back with his approval too, also after he refused it once', async () => {
  const { id, stock } = await submitted(large())
  await act(id, 'review')
  await act(id, 'reviewDirector')
  const ask = async (): Promise<void> => {
    await act(id, 'requestReversal', { input: { reason: '重复办理' } })
    await act(id, 'approveReversal')
    expect((await read(id)).state).toBe('reversalToDirector')
  }
  await ask()
  for (const action of ['reverse', 'reversePhysical', 'reversePart'])
    await expectRefused(world(), () => act(id, action), [{ code: 'wrong-state' }])
  await act(id, 'refuseReversalDirector', { input: { reason: '货物已使用' } })
  expect(await read(id)).toMatchObject({ state: 'adjusted', needsDirector: 'aboveLimit' })
  await ask()
  await act(id, 'approveReversalDirector')
  await act(id, 'reversePhysical')
  expect([(await read(id)).state, await stock()]).toEqual(['reversed', ['20']])
})

test('what the shift leader approved alone is taken back by him alone, also after he refused it once', async () => {
  const { id } = await submitted(small())
  await act(id, 'review')
  await act(id, 'requestReversal', { input: { reason: '重复办理' } })
  await act(id, 'refuseReversal', { input: { reason: '货物已使用' } })
  await act(id, 'requestReversal', { input: { reason: '重复办理' } })
  await act(id, 'approveReversal')
  expect((await read(id)).state).toBe('reversalApproved')
})

test('a difference of exactly the limit is not above it', async () => {
  const { id } = await submitted(lot('20000.00', '15'))
  expect(await read(id)).toMatchObject({ differenceTotal: '5000', needsDirector: 'notNeeded' })
})

test('a surplus and a shortage of 3,000 each are 6,000, and the director approves them', async () => {
  const { id } = await submitted(lot('20000.00', '17'), lot('20000.00', '23'))
  expect(await read(id)).toMatchObject({
    amounts: ['-3000', '3000'],
    differenceTotal: '6000',
    needsDirector: 'aboveLimit',
  })
})

test('a line without a known price sends the order the long way, however little the others are worth', async () => {
  const { id } = await submitted(small(), lot(undefined, '19'))
  expect(await read(id)).toMatchObject({
    amounts: ['-30', null],
    differenceTotal: null,
    needsDirector: 'amountUnknown',
  })
  await act(id, 'review')
  expect((await read(id)).state).toBe('toDirector')
  // A line that agrees needs no price.
  const agreeing = await submitted(small(), lot(undefined, '20'))
  expect(await read(agreeing.id)).toMatchObject({ amounts: ['-30', '0'], differenceTotal: '30' })
})

test('a limit of zero means that the director approves every difference', async () => {
  await setLimit(0)
  const { id } = await submitted(lot('0.20', '19'))
  expect(await read(id)).toMatchObject({ differenceTotal: '0.01', needsDirector: 'always' })
})

test('a limit changed while orders wait changes the way of none of them, but that of an order explained again after its refusal', async () => {
  const [within, above] = [await submitted(small()), await submitted(large())]
  await setLimit(1)
  await explain(within.id)
  expect(await read(within.id)).toMatchObject({ needsDirector: 'notNeeded', limitDirector: '5000' })
  await act(within.id, 'review')
  expect((await read(within.id)).state).toBe('adjusted')
  await setLimit(1_000_000)
  await act(above.id, 'review')
  expect(await read(above.id)).toMatchObject({ state: 'toDirector', limitDirector: '5000' })
  await act(above.id, 'refuseDirector', { input: { reason: '请重新说明' } })
  expect(await read(above.id)).toMatchObject({
    state: 'differing',
    header: { reviewRemark: '请重新说明' },
    needsDirector: null,
    limitDirector: null,
  })
  await explain(above.id)
  expect(await read(above.id)).toMatchObject({
    needsDirector: 'notNeeded',
    limitDirector: '1000000',
  })
})

test('the director is none of the counters, not who explained and not the first reviewer', async () => {
  const lots = [large(), large()]
  const { id } = await ordered(...lots)
  const actors = new Map<string, Actor>()
  const by = async (userName: string, action: string, request: object = {}) => {
    const { functionCode } = stocktaking.actions[action as 'review']
    const actor = actors.get(userName) ?? {
      session: person(userName, ['PDJGLR', ...rolesFor(stocktaking, 'review')]),
      functionCodes: new Set<string>(),
    }
    actors.set(userName, {
      ...actor,
      functionCodes: new Set([functionCode ?? '']),
    })
    const { header } = await world().read(name, id)
    return runAction(
      world().database,
      actors.get(userName)!,
      name,
      id,
      action,
      { version: header.version, ...request },
      newId(),
    )
  }
  await by('先盘的人', 'count', { lines: [{ lineNo: 1, countedQuantity: '17' }] })
  await by('后盘的人', 'count', { lines: [{ lineNo: 2, countedQuantity: '17' }] })
  await by('复盘的人', 'recount', { lines: [{ lineNo: 1, recountedQuantity: '16' }] })
  await by('先处理的人', 'explain', { lines: [{ lineNo: 1, differenceReason: 'lost' }] })
  await by('后处理的人', 'explain', { lines: [{ lineNo: 2, differenceReason: 'lost' }] })
  const makers = ['先盘的人', '后盘的人', '复盘的人', '先处理的人', '后处理的人']
  const refused = (userName: string, action: string) =>
    expectRefused(world(), () => by(userName, action), [
      { code: 'separation-of-duties', params: { user: userName } as never },
    ])
  for (const userName of makers) await refused(userName, 'review')
  await by('班长', 'review')
  for (const userName of [...makers, '班长']) await refused(userName, 'reviewDirector')
  await by('主任', 'reviewDirector')
  expect((await read(id)).state).toBe('adjusted')
})

test('the to-do is for the level that is next; a level that is not needed gets none at any time', async () => {
  const todos = (id: string) =>
    world().database.query(
      `select action, done_at is null as is_open from todo where document_type = $1 and document_id = $2
         and (action like 'review%' or action like 'writeOff%') order by created_at, action`,
      [name, id],
    )
  const short = await submitted(small())
  expect(await todos(short.id)).toEqual([{ action: 'review', isOpen: true }])
  await act(short.id, 'review')
  expect(await todos(short.id)).toEqual([{ action: 'review', isOpen: false }])
  const long = await submitted(large())
  await act(long.id, 'review')
  expect(await todos(long.id)).toEqual([
    { action: 'review', isOpen: false },
    { action: 'reviewDirector', isOpen: true },
  ])
})

test('large differences are written off by the director only, small ones by one person', async () => {
  const [within, above] = [await submitted(small()), await submitted(large())]
  await expectRefused(world(), () => act(above.id, 'writeOffDifferences'), [
    { code: 'write-off-by-higher-level', params: { no: (await read(above.id)).header.docNo } },
  ])
  await act(above.id, 'review')
  await act(above.id, 'writeOffDirector')
  await act(within.id, 'writeOffDifferences')
  for (const { id, stock } of [within, above])
    expect([(await read(id)).state, await stock()]).toEqual(['writtenOff', ['20']])
})

test('the preview of a review says whether it adjusts the stock or sends the order to the director', async () => {
  const app = await documentCalls(world().database, person('管理员', ['admin']))
  const after = async (id: string) => {
    const reply = await app.inject({
      method: 'POST',
      url: `/api/documents/${name}/${id}/actions/review/preview`,
      payload: { version: (await read(id)).header.version },
    })
    const { moves, after: found } = reply.json().datas
    return [found.state, moves.length]
  }
  expect(await after((await submitted(small())).id)).toEqual(['adjusted', 1])
  expect(await after((await submitted(large())).id)).toEqual(['toDirector', 0])
  await app.close()
})

test('who may not see amounts reads that the limit is exceeded, and no figure of it in any answer', async () => {
  const { id } = await submitted(large())
  const { version } = (await read(id)).header
  const roles = [...rolesForReading(stocktaking), ...rolesFor(stocktaking, 'review')]
  const answers = async (more: readonly string[]) => {
    const app = await documentCalls(world().database, person('班长', [...roles, ...more]))
    const bodies: string[] = []
    for (const path of ['', '/log', '/flow', '/next', '/moves', '/erp'])
      bodies.push(
        (await app.inject({ method: 'GET', url: `/api/documents/${name}/${id}${path}` })).body,
      )
    for (const [path, payload] of [
      [
        `/${id}/actions/explain/preview`,
        { version, lines: [{ lineNo: 1, differenceReason: 'lost' }] },
      ],
      ['/list', { level: 'line', withTotals: true }],
      ['/list', { level: 'header', withTotals: true }],
    ] as const)
      bodies.push(
        (await app.inject({ method: 'POST', url: `/api/documents/${name}${path}`, payload })).body,
      )
    await app.close()
    return bodies.join('\n')
  }
  const plain = await answers([])
  expect(plain).toContain('"needsDirector":"aboveLimit"')
  expect(plain).not.toMatch(/"-?(6000|5000)"|limitDirector|differenceTotal|differenceAmount/)
  expect(await answers(amountRoles(stocktaking))).toMatch(/"differenceTotal":"6000"/)
})
