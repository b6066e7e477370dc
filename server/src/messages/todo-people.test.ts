import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import '../effects.ts'
import { makeOver, stepsOf, wayTo } from '../document/journey/walk.ts'
import { createDocument } from '../document/public.ts'
import { goods, newPlace, reserved } from '../document/testing/ground.ts'
import { materials, person } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { livePushes } from './live-pushes.ts'
import { readTodoReceivers } from './receivers.ts'
import type { StoredTodo } from './todos.ts'
import { listUnreadTodos } from './unread.ts'
import { countTodos, isForSession, listTodos, type TodoReader } from './todos.ts'

// Only people who may act now are notified.

const world = useWorld()
const approving = new Set(['LLDSP'])
type Reader = Omit<TodoReader, keyof ReturnType<typeof person>> & ReturnType<typeof person>

const reader = (
  name: string,
  scope: Parameters<typeof person>[2] = {},
  functionCodes: ReadonlySet<string> = approving,
): Reader => ({ ...person(name, ['LLDCJXQJH', 'LLDBJ', 'LLDHX', 'LLDCX'], scope), functionCodes })

const requester = reader('领料人')

/** Creates a requisition that awaits approval; returns its number. */
async function requested(): Promise<string> {
  const place = await newPlace(world())
  const lines = goods(2, materials.bolt, '30')
  const reservation = await reserved(world(), place, lines)
  const { docNo } = await createDocument(
    world().database,
    { session: requester, functionCodes: requester.functionCodes },
    'requisition',
    {
      header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
      lines: lines.map((line, index) => ({
        source: { id: reservation, lineNo: index + 1 },
        quantity: line.quantity,
      })),
      actionAfterCreate: 'submit',
    },
    newId(),
  )
  return docNo
}

const todosOf = async (who: Reader, docNo: string) =>
  (await listTodos(world().database, who, { size: 200 })).rows.filter(
    ({ documentNo }) => documentNo === docNo,
  )

test('a request waits for the head of its unit, with its goods, and not for who made it', async () => {
  const docNo = await requested()
  const head = reader('单位主管', { pickingUnits: ['U1'] })
  const [todo, ...others] = await todosOf(head, docNo)
  expect(others).toEqual([])
  expect(todo).toMatchObject({
    action: 'approve',
    documentNo: docNo,
    isOverdue: false,
    handleUrl: `/pickings/materialApplicationQuery?docNo=${docNo}`,
    goods: { materialNo: materials.bolt, quantity: '30', unit: 'EA', lineCount: 2 },
  })
  // The message about it names the same goods.
  const { rows } = await listUnreadTodos(
    world().database,
    { ...head, language: 'zh' },
    { pageNum: 1, pageSize: 200 },
  )
  expect(rows.find(({ bizId }) => bizId === docNo)?.msgContent).toMatch(
    new RegExp(`^<p>${materials.bolt} · .* 30 EA 等 2 行</p>`),
  )
  expect((await countTodos(world().database, head)).groups).toContainEqual(
    expect.objectContaining({
      path: '/pickings/materialApplicationQuery',
      zh: '批准领料单',
      en: 'Approve requisition',
    }),
  )
  // Four eyes: the requester holds role and function code but is not notified.
  expect(await todosOf(requester, docNo)).toEqual([])
  expect(await todosOf(reader('邻单位主管', { pickingUnits: ['U2'] }), docNo)).toEqual([])
  expect(await todosOf(reader('无按钮的人', {}, new Set()), docNo)).toEqual([])
})

test('mail, the live channel and the list agree about whose a to-do is', async () => {
  const docNo = await requested()
  const { database } = world()
  const [stored] = await database.query<StoredTodo>(
    `select * from todo where document_no = $1 and done_at is null`,
    [docNo],
  )
  const people = [
    { who: requester, isMine: false },
    { who: reader('单位主管', { pickingUnits: ['U1'] }), isMine: true },
    { who: reader('邻单位主管', { pickingUnits: ['U2'] }), isMine: false },
    { who: reader('无按钮的人', {}, new Set()), isMine: false },
  ]
  for (const { who, isMine } of people) {
    expect([who.userName, isForSession(who, stored!)]).toEqual([who.userName, isMine])
    expect([who.userName, (await todosOf(who, docNo)).length]).toEqual([
      who.userName,
      isMine ? 1 : 0,
    ])
    await database.query(
      `insert into app_user (id, account, user_name, password_hash, created_by, changed_by) values ($1, $2, $3, 'x', $1, $1)`,
      [who.userId, newId(), who.userName],
    )
    await database.query(
      `insert into user_role (user_id, role_code, granted_by) values ($1, 'LLDCX', $1)`,
      [who.userId],
    )
    await database.query(
      `insert into user_plant (user_id, company_code, created_by, created_by_name) values ($1, '1010', $1, '')`,
      [who.userId],
    )
    for (const code of who.functionCodes)
      await database.query(
        `insert into user_function (user_id, function_code, granted_by) values ($1, $2, $1)`,
        [who.userId, code],
      )
    await database.query(
      `insert into user_storage_location (user_id, company_code, plant, storage_location, created_by, created_by_name) values ($1, '1010', '*', '*', $1, '')`,
      [who.userId],
    )
    for (const unit of who.scope.pickingUnits ?? ['*'])
      await database.query(
        `insert into user_picking_unit (user_id, company_code, picking_unit, created_by, created_by_name) values ($1, '1010', $2, $1, '')`,
        [who.userId, unit],
      )
  }
  // Created by the system, so that only four eyes exclude the requester.
  const receivers = await readTodoReceivers(database, { ...stored!, createdBy: newId() })
  expect(receivers.map(({ userName }) => userName)).toEqual(['单位主管'])
})

test('the card of a new to-do names the goods that its reader may see, and only for readers goods are read', async () => {
  const docNo = await requested()
  const { database } = world()
  const [stored] = await database.query<StoredTodo>(
    `select * from todo where document_no = $1 and done_at is null`,
    [docNo],
  )
  const notices = [{ kind: 'todo', parts: ['1010', stored!.id] }]
  const window = (who: Reader) => ({
    userId: who.userId,
    language: 'zh' as const,
    record: {
      userId: who.userId,
      expiresAt: 0,
      mustChangePassword: false,
      functionCodes: who.functionCodes,
      session: who,
    },
  })
  const heads = [null, ['G1'], ['G2']].map((materialGroups) =>
    window(reader('单位主管', { pickingUnits: ['U1'], materialGroups })),
  )
  const textsFor = await livePushes(database, notices, heads)
  const cards = heads.map((head) => textsFor(head).find((text) => text.includes(docNo)) ?? '')
  expect(cards.map((card) => card.includes(`${materials.bolt} · `))).toEqual([true, true, false])
  const told = (windows: readonly ReturnType<typeof window>[]) =>
    world().statements(() => livePushes(database, notices, windows))
  const neighbour = window(reader('邻单位主管', { pickingUnits: ['U2'] }))
  expect(await told([neighbour, window(requester)])).toBe(await told([]))
  expect(await told(heads)).toBeGreaterThan(await told([]))
})

test('what may be taken back is nobody’s work, and a decision closes what asked for it', async () => {
  const docNo = await requested()
  const { database } = world()
  const open = () =>
    database.query<{ action: string }>(
      'select action from todo where document_no = $1 and done_at is null order by action',
      [docNo],
    )
  expect((await open()).map(({ action }) => action)).toEqual(['approve'])
  const [row] = await database.query<{ id: string }>(
    'select id from requisition where doc_no = $1',
    [docNo],
  )
  await world().act('requisition', row!.id, 'approve')
  expect((await open()).map(({ action }) => action)).not.toContain('approve')
})

test('what is due first comes first, and what was due is overdue', async () => {
  const [older, newer] = [await requested(), await requested()]
  const { database } = world()
  await database.query(
    `update todo set due_at = now() - interval '1 hour' where document_no = $1`,
    [newer],
  )
  const { rows } = await listTodos(database, reader('单位主管'), { size: 200 })
  const wanted = rows.filter(({ documentNo }) => [older, newer].includes(documentNo))
  expect(wanted.map(({ documentNo, isOverdue }) => [documentNo, isOverdue])).toEqual([
    [newer, true],
    [older, false],
  ])
})

test('who posts is told which step the ERP did not accept, why and what to do, until it is in its books', async () => {
  const walker = worldWalker(world(), await newPlace(world()))
  const lines = goods(1, materials.valve, '10')
  await walker.stock!(lines)
  const id = await makeOver(
    walker,
    'transfer-order',
    lines,
    stepsOf(wayTo('transfer-order', 'received')),
  )
  const { docNo } = (await world().read('transfer-order', id)).header
  const poster = { ...reader('过账员'), isAdmin: true }
  const failureOf = async () =>
    (await todosOf(poster, docNo)).map(({ action, failure }) => ({ action, failure }))
  expect(await failureOf()).toEqual([{ action: 'post', failure: null }])
  await world().act('transfer-order', id, 'post')
  // The removal is answered; the call after it is the placement.
  world().erp.beforeAnswer = () => {
    world().erp.beforeAnswer = undefined
    world().erp.faults.push('period-closed')
    return Promise.resolve()
  }
  await world().send()
  const [todo, ...others] = await failureOf()
  expect(others).toEqual([])
  expect(todo).toMatchObject({ action: 'post' })
  expect(todo?.failure?.zh).toMatch(/^接收过账失败：./)
  expect(todo?.failure?.en).toMatch(/^Post receipt failed: ./)
  expect(todo?.failure?.cure).toEqual({
    zh: '排除原因后再次“过账”，将从“接收过账”继续。',
    en: 'Remove the cause and press "Post" again: it continues with "Post receipt".',
  })
  // The message, in the list and on the card, begins with it.
  const messageIn = async (language: 'zh' | 'en') => {
    const page = { pageNum: 1, pageSize: 200 }
    const { rows } = await listUnreadTodos(world().database, { ...poster, language }, page)
    return rows.find(({ bizId }) => bizId === docNo)
  }
  expect((await messageIn('zh'))?.msgTitle).toContain('接收过账失败：')
  expect((await messageIn('zh'))?.msgContent).toMatch(
    /^<p>排除原因后再次“过账”，将从“接收过账”继续。<\/p>/,
  )
  expect((await messageIn('en'))?.msgContent).toMatch(
    /^<p>Remove the cause and press (&quot;|")Post\1 again: it continues with \1Post receipt\1\.<\/p>/,
  )
  await world().act('transfer-order', id, 'post')
  await world().send()
  expect(await failureOf()).toEqual([])
})
