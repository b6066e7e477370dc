import { describe, expect, test } from 'vitest'
import '../effects.ts'
import { rolesFor } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents, documentDefinition } from '@kufang/contract/registry.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { newPlace } from '../document/testing/ground.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { remindOfOverdue } from './remind.ts'

// The clocks of documents: papers that follow the goods, unpacking, and approvals. Who lets one run out is reminded, and after
// the limit whoever decides above is told.

const world = useWorld()
const hourMs = 3_600_000
const escalationHours = 24

/** A person with the right to one action of a document, who works everywhere in the company; '' has none. */
async function personFor(definition: AnyDocument, action: string): Promise<string> {
  const { database } = world()
  const id = newId()
  const declared = definition.actions[action]!
  await database.query(
    `insert into app_user (id, account, user_name, password_hash, created_by, changed_by)
     values ($1::uuid, $1::uuid::text, $2, 'x', $1::uuid, $1::uuid)`,
    [id, `${definition.name} ${action}`],
  )
  for (const role of rolesFor(definition, action))
    await database.query(
      `insert into user_role (user_id, role_code, granted_by) values ($1, $2, $1)`,
      [id, role],
    )
  if (declared.functionCode !== undefined)
    await database.query(
      `insert into user_function (user_id, function_code, granted_by) values ($1, $2, $1)`,
      [id, declared.functionCode],
    )
  await database.query(
    `insert into user_plant (user_id, company_code, created_by, created_by_name) values ($1, '1010', $1, '')`,
    [id],
  )
  for (const [relation, columns, values] of [
    ['user_storage_location', 'plant, storage_location', `'*', '*'`],
    ['user_picking_unit', 'picking_unit', `'*'`],
  ] as const)
    await database.query(
      `insert into ${relation} (user_id, company_code, ${columns}, created_by, created_by_name)
       values ($1, '1010', ${values}, $1, '')`,
      [id],
    )
  return id
}

async function administrator(): Promise<string> {
  const id = newId()
  const { database } = world()
  await database.query(
    `insert into app_user (id, account, user_name, password_hash, created_by, changed_by)
     values ($1::uuid, $1::uuid::text, '管理员', 'x', $1::uuid, $1::uuid)`,
    [id],
  )
  await database.query(
    `insert into user_role (user_id, role_code, granted_by) values ($1, 'admin', $1)`,
    [id],
  )
  return id
}

const eventsFor = async (userId: string, documentNo: string): Promise<string[]> =>
  (
    await world().database.query<{ event: string }>(
      `select m.event from message m join message_receiver r using (company_code)
       where r.message_id = m.id and r.user_id = $1 and m.subject_no = $2 order by m.id`,
      [userId, documentNo],
    )
  ).map(({ event }) => event)

const todoOf = async (id: string, action: string): Promise<{ dueAt: Date; createdAt: Date }> => {
  const [todo] = await world().database.query<{ dueAt: string; createdAt: string }>(
    'select due_at, created_at from todo where document_id = $1 and action = $2 and done_at is null',
    [id, action],
  )
  return { dueAt: new Date(todo!.dueAt), createdAt: new Date(todo!.createdAt) }
}

/** The clocks: a document in the state in which it runs, the step that waits, and who is told after the limit. */
const clocks = [
  // 补单: goods that came without papers, and goods that left without a requisition.
  ['unannounced-arrival', 'awaiting', 'supplement', 'takeBack', 'supplementDueDate'],
  ['emergency-issue', 'awaiting', 'requisition.submit', 'takeBack', 'supplementDueDate'],
  // Unpacking: who is expected at the agreed time, and who has assigned the inspection.
  ['inspection-notice', 'timeConfirmed', 'confirmInspector', 'assign', 'unpackingAt'],
  // Approvals: by the general limit; the next level is told, or administrators.
  ['request-delivery', 'submitted', 'review', 'reviewDirector', null],
  ['requisition', 'submitted', 'approve', null, null],
  ['transfer-order', 'submitted', 'approve', null, null],
  ['goods-receipt', 'received', 'review', null, null],
  ['goods-receipt', 'reversalRequested', 'approveReversal', null, null],
] as const

describe('a clock', () => {
  test.each(clocks)(
    'of %s in %s: %s is reminded of when it is due, and after the limit %s is told',
    async (name, state, step, above, dueBy) => {
      const { database } = world()
      const definition = documentDefinition(name)!
      const trade = tradeOf(world, name)
      const [successor, first] = step.split('.')
      const doer = await (first === undefined
        ? personFor(definition, step)
        : personFor(documentDefinition(successor!)!, first))
      const told = await (above === null ? administrator() : personFor(definition, above))
      const id = await trade.make(await newPlace(world()), state)
      const header = (await trade.header(id)) as Readonly<Record<string, unknown>>
      const docNo = String(header['docNo'])
      const { dueAt, createdAt } = await todoOf(id, step)
      if (dueBy === null)
        expect(dueAt.getTime()).toBeLessThanOrEqual(createdAt.getTime() + 24 * hourMs)
      else if (dueBy === 'unpackingAt') expect(dueAt).toEqual(new Date(String(header[dueBy])))
      else expect(await endOf(String(header[dueBy]))).toEqual(dueAt)

      const after = (hours: number) =>
        remindOfOverdue(database, new Date(dueAt.getTime() + hours * hourMs))
      await after(-0.1)
      expect([await eventsFor(doer, docNo), await eventsFor(told, docNo)]).toEqual([[], []])
      await after(0.1)
      const reminded = await eventsFor(doer, docNo)
      expect([...new Set(reminded)]).toEqual(['todo-overdue'])
      expect(await eventsFor(told, docNo)).not.toContain('todo-escalated')
      await after(escalationHours + 0.1)
      await after(escalationHours + 0.2)
      expect(await eventsFor(told, docNo)).toContain('todo-escalated')
      // Reminded once, and never told of himself.
      expect(await eventsFor(doer, docNo)).toEqual(reminded)
    },
  )

  test('is declared for every approval: who waits for one is not forgotten', () => {
    const missing = Object.values<AnyDocument>(documents).flatMap(({ name, actions }) =>
      Object.entries(actions).flatMap(([action, { notBy = [], approval, from, ...kind }]) =>
        // Who has submitted it may not decide: the same as an approval.
        notBy.includes('submit') &&
        from.includes('submitted') &&
        kind.isDangerous !== true &&
        kind.isOptional !== true &&
        !approval
          ? [`${name} ${action}`]
          : [],
      ),
    )
    // The supplier fetches the goods: that is no decision.
    expect(missing).toEqual(['rejects-return handOver'])
  })
})

/** The end of a day of the company. */
async function endOf(day: string): Promise<Date> {
  const [row] = await world().database.query<{ at: string }>(
    `select (($1::date + 1)::timestamp at time zone $2) as at`,
    [day, companyTimeZone],
  )
  return new Date(row!.at)
}
