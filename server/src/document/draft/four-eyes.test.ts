import { rolesFor, rolesForDrafts } from '@kufang/contract/document/decide.ts'
import { deliveryNote } from '@kufang/contract/delivery/delivery-note.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import '../../effects.ts'
import { goods, newPlace, ordered } from '../testing/ground.ts'
import { documentCalls } from '../testing/http.ts'
import { person } from '../testing/small-company.ts'
import { useWorld } from '../testing/trade.ts'

const world = useWorld()

test('who changes the quantity of a draft from 1 to 10 does not confirm it, also after somebody else changed it again', async () => {
  const { database } = world()
  const order = await ordered(world(), await newPlace(world()), goods(1))
  const content = (quantity: string) => ({
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [{ source: { id: order, lineNo: 1 }, quantity }],
  })
  const note = await world().create('delivery-note', content('1'))
  const roles = [...rolesForDrafts(deliveryNote, 'edit'), ...rolesFor(deliveryNote, 'confirm')]
  const [buyer, colleague, keeper] = await Promise.all(
    ['周采', '钱采', '王库'].map((name) => documentCalls(database, person(name, roles))),
  )
  const url = `/api/documents/delivery-note/${note.id}`
  const call = (app: typeof buyer, method: 'PUT' | 'POST', path: string, body: object) =>
    app!.inject({ method, url: path, payload: body, headers: { 'idempotency-key': newId() } })
  const versionNow = async () => (await world().read('delivery-note', note.id)).header.version

  for (const [app, quantity] of [
    [buyer, '10'],
    [colleague, '9'],
  ] as const) {
    const edited = await call(app, 'PUT', url, {
      version: await versionNow(),
      ...content(quantity),
    })
    expect(edited.statusCode).toBe(200)
  }
  await world().act('delivery-note', note.id, 'submit')
  const confirm = async (app: typeof buyer) =>
    call(app, 'POST', `${url}/actions/confirm`, {
      version: await versionNow(),
      input: { appointmentSlot: '08:00-10:00' },
    })
  for (const [app, name] of [
    [buyer, '周采'],
    [colleague, '钱采'],
  ] as const) {
    const refused = await confirm(app)
    expect(refused.statusCode).toBe(403)
    expect(refused.json().datas).toMatchObject({
      code: 'separation-of-duties',
      params: { act: '修改', user: name, action: '确认' },
    })
    // The page disables the button with the same reason.
    const shown = await app!.inject({ method: 'GET', url })
    expect(shown.json().datas.actions.confirm).toMatchObject({ code: 'separation-of-duties' })
  }
  expect((await confirm(keeper)).statusCode).toBe(200)
})

test('a program enters and submits, but is never the second person', async () => {
  const { database } = world()
  const order = await ordered(world(), await newPlace(world()), goods(1))
  const note = await world().create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [{ source: { id: order, lineNo: 1 }, quantity: '1' }],
  })
  const roles = [...rolesFor(deliveryNote, 'submit'), ...rolesFor(deliveryNote, 'confirm')]
  const program = { ...person('立库', roles), account: 'wcs', isTechnical: true }
  const app = await documentCalls(database, program)
  const url = `/api/documents/delivery-note/${note.id}`
  const act = async (action: string, input: object = {}) => {
    const { version } = (await world().read('delivery-note', note.id)).header
    return app.inject({
      method: 'POST',
      url: `${url}/actions/${action}`,
      payload: { version, input },
      headers: { 'idempotency-key': newId() },
    })
  }
  expect((await act('submit')).statusCode).toBe(200)
  const refused = await act('confirm', { appointmentSlot: '08:00-10:00' })
  expect(refused.statusCode).toBe(403)
  expect(refused.json().datas).toMatchObject({
    code: 'person-only',
    params: { action: '确认', account: 'wcs' },
  })
  const shown = await app.inject({ method: 'GET', url })
  expect(shown.json().datas.actions).toMatchObject({
    confirm: { code: 'person-only' },
    withdraw: null,
  })
})

test('whoever issued the token of a program does not check what was entered and submitted with it', async () => {
  const { database } = world()
  const order = await ordered(world(), await newPlace(world()), goods(1))
  const roles = [
    ...rolesForDrafts(deliveryNote, 'create'),
    ...rolesFor(deliveryNote, 'submit'),
    ...rolesFor(deliveryNote, 'confirm'),
  ]
  const [issuer, colleague] = [person('管理员', roles), person('王库', roles)]
  const { userId, userName } = issuer
  const program = { ...person('立库', roles), isTechnical: true, issuer: { userId, userName } }
  const [byProgram, byIssuer, byColleague] = await Promise.all(
    [program, issuer, colleague].map((session) => documentCalls(database, session)),
  )
  const post = (app: typeof byProgram, path: string, payload: object) =>
    app!.inject({
      method: 'POST',
      url: `/api/documents/delivery-note${path}`,
      payload,
      headers: { 'idempotency-key': newId() },
    })
  const made = await post(byProgram, '', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [{ source: { id: order, lineNo: 1 }, quantity: '1' }],
    actionAfterCreate: 'submit',
  })
  expect(made.statusCode).toBe(200)
  const { id, version } = made.json().datas as { id: string; version: number }
  const confirm = (app: typeof byProgram) =>
    post(app, `/${id}/actions/confirm`, { version, input: { appointmentSlot: '08:00-10:00' } })
  const refused = await confirm(byIssuer)
  expect(refused.json().datas).toMatchObject({
    code: 'separation-of-duties',
    params: { act: '制单', user: '管理员' },
  })
  expect((await confirm(byColleague)).statusCode).toBe(200)
})
