import { beforeAll, expect, test } from 'vitest'
import '../effects.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { stocked } from '../document/testing/core-flow.ts'
import { goods, newPlace, reserved } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { remindOfOverdue } from './remind.ts'

// When the next step of a document is due, and who is informed if it is overdue.

const world = useWorld()
const keeper = newId()
const head = newId()
const otherHead = newId()

const people = [
  {
    id: keeper,
    name: '保管员',
    role: cataloguePage('/shippingManagement/selfDelivery').role,
    functionCode: '',
    pickingUnit: '',
  },
  { id: head, name: '单位主管', role: 'LLDCX', functionCode: 'LLDSP', pickingUnit: 'U1' },
  { id: otherHead, name: '邻单位主管', role: 'LLDCX', functionCode: 'LLDSP', pickingUnit: 'U2' },
]

beforeAll(async () => {
  const { database } = world()
  for (const { id, name, role, functionCode, pickingUnit } of people) {
    await database.query(
      `insert into app_user (id, account, user_name, password_hash, created_by, changed_by) values ($1::uuid, $1::uuid::text, $2, 'x', $1::uuid, $1::uuid)`,
      [id, name],
    )
    await database.query(
      `insert into user_role (user_id, role_code, granted_by) values ($1, $2, $1)`,
      [id, role],
    )
    await database.query(
      `insert into user_plant (user_id, company_code, created_by, created_by_name) values ($1, '1010', $1, '')`,
      [id],
    )
    if (functionCode !== '')
      await database.query(
        `insert into user_function (user_id, function_code, granted_by) values ($1, $2, $1)`,
        [id, functionCode],
      )
    await database.query(
      `insert into user_storage_location (user_id, company_code, plant, storage_location, created_by, created_by_name) values ($1, '1010', '*', '*', $1, '')`,
      [id],
    )
    await database.query(
      `insert into user_picking_unit (user_id, company_code, picking_unit, created_by, created_by_name) values ($1, '1010', $2, $1, '')`,
      [id, pickingUnit || '*'],
    )
  }
})

async function approved(requiredDate: string): Promise<{ id: string; docNo: string }> {
  const place = await newPlace(world())
  const lines = goods(1, materials.bolt)
  await stocked(world(), place, lines)
  const reservation = await reserved(world(), place, lines)
  const made = await world().create('requisition', {
    header: { pickingUnit: 'U1', requester: 'P1', requiredDate },
    lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '2' }],
    actionAfterCreate: 'submit',
  })
  await world().act('requisition', made.id, 'approve')
  return made
}

const open = (documentNo: string) =>
  world().database.query<{ action: string; roleCode: string; dueAt: string; createdAt: string }>(
    'select action, role_code, due_at, created_at from todo where document_no = $1 and done_at is null order by due_at',
    [documentNo],
  )

const messages = async (userId: string, documentNo: string) =>
  (
    await world().database.query<{ event: string; titleZh: string; contentZh: string }>(
      `select m.event, m.title_zh, m.content_zh from message m join message_receiver r using (company_code)
       where r.message_id = m.id and r.user_id = $1 and m.subject_no = $2 order by m.id`,
      [userId, documentNo],
    )
  ).map(({ event, contentZh }) => ({ event, contentZh }))

test('handing out an approved requisition is due at the end of the day on which the goods are needed', async () => {
  const { id, docNo } = await approved('2099-01-01')
  expect(await tradeOf(world, 'requisition').dueOn(id)).toEqual(['2099-01-01'])
  const todos = await open(docNo)
  expect(todos.length).toBeGreaterThan(0)
  expect(todos.map(({ action }) => action.split('.')[0])).toEqual(todos.map(() => 'goods-issue'))
  // The end of 1 January in the company's time zone.
  expect([...new Set(todos.map(({ dueAt }) => new Date(dueAt).toISOString()))]).toEqual([
    '2099-01-01T16:00:00.000Z',
  ])
})

test('its approval has the general time limit, and no longer than the day on which the goods are needed', async () => {
  const place = await newPlace(world())
  const lines = goods(1, materials.bolt)
  const asked = async (requiredDate: string) => {
    const reservation = await reserved(world(), place, lines)
    const { docNo } = await world().create('requisition', {
      header: { pickingUnit: 'U1', requester: 'P1', requiredDate },
      lines: [{ source: { id: reservation, lineNo: 1 }, quantity: '1' }],
      actionAfterCreate: 'submit',
    })
    const [todo] = await open(docNo)
    return todo!
  }
  const later = await asked('2099-01-01')
  expect(later.action).toBe('approve')
  expect(new Date(later.dueAt).getTime() - new Date(later.createdAt).getTime()).toBe(24 * 3_600_000)
  const today = companyToday()
  expect(new Date((await asked(today)).dueAt).toISOString()).toBe(`${today}T16:00:00.000Z`)
})

test('the storekeeper is reminded once of what is overdue, and the head of the unit is told when it stays so', async () => {
  const { database } = world()
  const { docNo } = await approved('2099-01-01')
  const dueAt = new Date('2099-01-01T16:00:00Z')
  const at = (hours: number) => new Date(dueAt.getTime() + hours * 3_600_000)
  await remindOfOverdue(database, at(-1))
  expect(await messages(keeper, docNo)).toEqual([])

  await remindOfOverdue(database, at(1))
  await remindOfOverdue(database, at(2))
  expect(await messages(keeper, docNo)).toEqual([
    { event: 'todo-overdue', contentZh: expect.stringContaining('2099-01-02 00:00') as string },
  ])
  expect(await messages(head, docNo)).toEqual([])

  await remindOfOverdue(database, at(25))
  await remindOfOverdue(database, at(26))
  expect(await messages(head, docNo)).toEqual([
    { event: 'todo-escalated', contentZh: expect.stringContaining('保管员') as string },
  ])
  expect(await messages(otherHead, docNo)).toEqual([])
  expect((await messages(keeper, docNo)).length).toBe(1)
})

test('nobody is reminded of what was done in time', async () => {
  const { docNo, id } = await approved('2099-01-01')
  await world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [{ source: { id, lineNo: 1 }, quantity: '2', bin: 'A-01' }],
    actionAfterCreate: 'issue',
  })
  await remindOfOverdue(world().database, new Date('2099-03-01T00:00:00Z'))
  expect(await messages(keeper, docNo)).toEqual([])
})
