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
