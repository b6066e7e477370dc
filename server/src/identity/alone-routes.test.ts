import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FailureData } from '../platform/http/envelope.ts'
import { ensureUser, type WantedUser } from './ensure-user.ts'
import { password, startAdministration, type Administration } from './testing/administration.ts'

interface Alone {
  isAlone: boolean
  givesRights: boolean
  givesRightsAlone: boolean
  approversOfRights: string[]
  paths: {
    document: string
    goal: string
    isOpen: boolean
    steps: { document: string; act: string; stop: { zh: string; en: string } | null }[]
  }[]
}

let administration: Administration

beforeAll(async () => {
  administration = await startAdministration()
})

afterAll(() => administration?.close())

let count = 0
const person = async (rights: Partial<WantedUser>) => {
  const account = `person${++count}`
  const plants = [{ companyCode: '1000', plant: '1010' }]
  const wanted = { account, userName: '某人', password, roles: [], plants, ...rights }
  const { userId } = await ensureUser(administration.server.database, wanted)
  return { account, userId }
}
const alone = async (token: string, id: string) => {
  const url = `/api/system/users/${id}/alone`
  return administration.server.call<Alone & FailureData>('GET', url, { token })
}

test('an administrator sees what a person could do alone, and what stops him at each step', async () => {
  const { userId } = await person({ roles: ['ZCDCJ', 'ZCDBJSC', 'ZCDGZ'], functions: ['ZCDSP'] })
  const { status, body } = await alone(administration.root, userId)
  expect(status).toBe(200)
  expect(body.datas.isAlone).toBe(false)
  expect(body.datas.paths.map(({ document, goal, isOpen }) => [document, goal, isOpen])).toEqual([
    ['transfer-order', 'goods', false],
    ['transfer-order', 'posting', false],
    ['transfer-difference', 'goods', false],
    ['transfer-difference', 'posting', false],
  ])
  expect(body.datas.paths[0]!.steps.map(({ act, stop }) => [act, stop])).toEqual([
    ['create', null],
    ['submit', null],
    [
      'approve',
      {
        zh: '须由另一人执行：本人已做“制单”“提交审批”',
        en: 'someone else must do it: he did "Creating", "Submit for approval"',
      },
    ],
  ])
})

test('what is granted next is seen at once', async () => {
  const { userId } = await person({ roles: ['DHQR'] })
  const stopOfNote = async () => {
    const { body } = await alone(administration.root, userId)
    const [arrival] = body.datas.paths
    return arrival!.steps.find(({ act }) => act === 'create')!.stop?.zh ?? null
  }
  expect(await stopOfNote()).toBe('没有角色 SHDCJGYS')
  await administration.server.database.query(
    `insert into user_role (user_id, role_code, granted_by) values ($1, 'SHDCJGYS', $1)`,
    [userId],
  )
  expect(await stopOfNote()).toBe(null)
})

test('an administrator himself is stopped by four eyes only', async () => {
  const { body } = await alone(administration.root, administration.rootId)
  expect(body.datas.isAlone).toBe(false)
  const stops = body.datas.paths.flatMap(({ steps }) => steps.flatMap(({ stop }) => stop?.zh ?? []))
  expect(stops.length).toBeGreaterThan(10)
  expect(stops.filter((stop) => stop.includes('没有'))).toEqual([])
})

test('a manager sees the accounts of his companies only, and others nobody', async () => {
  const own = await person({ roles: ['DHQR'] })
  const other = await person({ plants: [{ companyCode: '2000', plant: '2010' }] })
  const { manager, server } = administration
  expect((await alone(manager, own.userId)).status).toBe(200)
  const refused = await alone(manager, other.userId)
  expect([refused.status, refused.body.datas.code]).toEqual([404, 'account-unknown'])
  const keeper = await server.tokenOf(own.account, password)
  expect((await alone(keeper, own.userId)).status).toBe(403)
})

test('who gives rights needs another person for sensitive ones, unless there is nobody else', async () => {
  const giving = async (id: string) => {
    const { givesRights, givesRightsAlone, approversOfRights } = (
      await alone(administration.root, id)
    ).body.datas
    return [givesRights, givesRightsAlone, approversOfRights]
  }
  const reader = await person({ roles: ['CKSH'] })
  expect(await giving(reader.userId)).toEqual([false, false, []])
  // The rights manager is checked by the administrator, and he by nobody yet.
  const { managerId, rootId } = administration
  expect(await giving(managerId)).toEqual([true, false, ['管理']])
  expect(await giving(rootId)).toEqual([true, true, []])
  await person({ userName: '第二管理员', roles: ['admin'] })
  expect(await giving(rootId)).toEqual([true, false, ['第二管理员']])
})
