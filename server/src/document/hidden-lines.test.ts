import { newId } from '@kufang/kernel/identifier.ts'
import type { DocumentResponse, LogRow, MoveRow } from '@kufang/contract/document/api.ts'
import { expect, test } from 'vitest'
import type { ServerContext } from '../platform/http/context.ts'
import type { Session } from '../platform/session/session.ts'
import { documentAttachmentRoutes } from './routes/attachments.ts'
import { summariseGoods } from './list/goods-summary.ts'
import { goods, newPlace, ordered } from './testing/ground.ts'
import { documentCalls } from './testing/http.ts'
import { materials, person } from './testing/small-company.ts'
import { tradeOf, useWorld } from './testing/trade.ts'

// Documents with lines on both sides of a person's data scope, by the calls of the page.

const world = useWorld()
const receipts = tradeOf(world, 'stock-initialisation')
/** Of bolts (G1) only; all other rights. */
const ofBolts = person('管螺栓', ['admin'], { materialGroups: ['G1'] })
const all = person('管全部', ['admin'])
const bolts = { materialNo: materials.bolt, quantity: '3' }
const valves = { materialNo: materials.valve, quantity: '4' }

interface Answer<Data> {
  status: number
  datas: Data
  text: string
}

async function call<Data>(
  session: Session,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Answer<Data>> {
  const app = await documentCalls(world().database, session)
  const answer = await app.inject({
    method,
    url: `/api/documents/${url}`,
    headers: { 'idempotency-key': newId() },
    ...(payload === undefined ? {} : { payload }),
  })
  await app.close()
  return {
    status: answer.statusCode,
    datas: answer.json<{ datas: Data }>().datas,
    text: answer.body,
  }
}

const numbersOf = ({ lines }: Pick<DocumentResponse, 'lines'>) =>
  lines.map((line) => line['lineNo'])

test('of an order with lines in two plants a person of one plant reads its lines only, and how many there are besides', async () => {
  const place = await newPlace(world())
  const lines = [...goods(2), { ...valves, plant: '0002', storageLocation: '' }]
  const order = await ordered(world(), place, lines)
  const path = `purchase-order/${order}`
  const seen = await call<DocumentResponse>(all, 'GET', path)
  const ids = numbersOf(seen.datas)
  expect([ids.length, seen.datas.hiddenLines]).toEqual([3, []])
  const ofPlant = person('一厂', ['admin'], { plants: ['0001'] })
  const part = await call<DocumentResponse>(ofPlant, 'GET', path)
  expect([numbersOf(part.datas), part.datas.hiddenLines]).toEqual([ids.slice(0, 2), [ids[2]]])
  expect(part.text).not.toContain('"0002"')
  const other = person('二厂', ['admin'], { plants: ['0002'] })
  expect(numbersOf((await call<DocumentResponse>(other, 'GET', path)).datas)).toEqual([ids[2]])
  // A line must lie in all dimensions at once: one in the plant and another in the group open nothing.
  const neither = person('错位', ['admin'], { plants: ['0002'], materialGroups: ['G1'] })
  const apart = await ordered(world(), place, [bolts, { ...valves, plant: '0002' }])
  expect((await call(neither, 'GET', `purchase-order/${apart}`)).status).toBe(404)
  // The summary in lists begins with a line the person sees.
  const reference = { documentType: 'purchase-order', documentId: order, companyCode: '1010' }
  const summary = await summariseGoods(world().database, other, [reference])
  expect(summary.get(order)).toMatchObject({ quantity: '4', lineCount: 1 })
})

test('detail, moves and log of a document give the lines in scope only', async () => {
  const id = await receipts.make(await newPlace(world()), 'initialised', [bolts, valves])
  const path = `stock-initialisation/${id}`
  const { datas } = await call<DocumentResponse>(ofBolts, 'GET', path)
  expect([numbersOf(datas), datas.hiddenLines, datas.isEditable]).toEqual([[1], [2], false])
  const moves = async (session: Session) =>
    (await call<MoveRow[]>(session, 'GET', `${path}/moves`)).datas.map(({ lineNo }) => lineNo)
  expect(await moves(all)).toEqual([1, 2])
  expect(await moves(ofBolts)).toEqual([1])
  const log = await call<LogRow[]>(ofBolts, 'GET', `${path}/log`)
  expect(log.datas.length).toBeGreaterThan(0)
  for (const rest of ['', '/moves', '/log'])
    expect((await call(ofBolts, 'GET', `${path}${rest}`)).text).not.toContain(materials.valve)
})

test('acting, previewing, editing, deleting, undoing and attaching need all lines, and name the others', async () => {
  const place = await newPlace(world())
  const id = await receipts.make(place, 'draft', [bolts, valves])
  const { header } = await world().read('stock-initialisation', id)
  const path = `stock-initialisation/${id}`
  const version = header.version
  const outside = {
    code: 'lines-outside-scope',
    params: { no: header.docNo, lines: '2', count: 1 },
  }
  const { datas: shown } = await call<DocumentResponse>(ofBolts, 'GET', path)
  expect(shown.actions['submit']).toMatchObject(outside)
  const line = { materialNo: materials.bolt, quantity: '1', bin: 'A-01' }
  const edit = { version, header: {}, lines: [line] }
  for (const [method, rest, payload] of [
    ['POST', '/actions/submit', { version }],
    ['POST', '/actions/submit/preview', { version }],
    ['PUT', '', edit],
    ['DELETE', `?version=${version}`, undefined],
    ['POST', '/undo', { reason: '录错' }],
  ] as const) {
    const refused = await call<{ code: string; details: object[] }>(
      ofBolts,
      method,
      `${path}${rest}`,
      payload,
    )
    expect([method, rest, refused.status]).toEqual([method, rest, 403])
    expect(refused.datas.details).toMatchObject([outside])
  }
  const batch = await call<{ isDone: boolean; refusal: object }[]>(
    ofBolts,
    'POST',
    'stock-initialisation/actions/submit',
    { documents: [{ id, version, idempotencyKey: newId() }] },
  )
  expect(batch.datas).toMatchObject([{ isDone: false, refusal: outside }])
  const context = {
    database: world().database,
    settings: { dataFolder: '/nowhere', s3: null },
  } as unknown as ServerContext
  const app = await documentCalls(world().database, ofBolts, documentAttachmentRoutes, context)
  const subject = { companyCode: '1010', documentType: 'stock-initialisation', documentId: id }
  const attached = await app.inject({
    method: 'POST',
    url: '/api/attachments/from-upload',
    headers: { 'idempotency-key': newId() },
    payload: { ...subject, uploadId: newId() },
  })
  await app.close()
  expect(attached.json<{ datas: { code: string } }>().datas.code).toBe('lines-outside-scope')
  expect((await world().read('stock-initialisation', id)).header.version).toBe(version)
  expect((await call(all, 'POST', `${path}/actions/submit`, { version })).status).toBe(200)
})

test('to a supplier moves, ERP messages and next steps give nothing of the company’s work', async () => {
  const arrivals = tradeOf(world, 'arrival')
  const arrival = await arrivals.make(await newPlace(world()), 'arrived')
  const { header } = await world().read('arrival', arrival)
  const supplier = person('供应商', ['admin'], { supplierNo: String(header['supplierNo']) })
  for (const rest of ['/moves', '/erp']) {
    expect((await call(supplier, 'GET', `arrival/${arrival}${rest}`)).datas).toEqual([])
    expect((await call(all, 'GET', `arrival/${arrival}${rest}`)).status).toBe(200)
  }
  expect((await call<MoveRow[]>(all, 'GET', `arrival/${arrival}/moves`)).datas).not.toEqual([])
  const [origin] = await world().database.query<{ id: string }>(
    `select from_id as id from document_link where to_type = 'arrival' and to_id = $1 limit 1`,
    [arrival],
  )
  const next = `delivery-note/${origin!.id}/next`
  expect((await call<object[]>(all, 'GET', next)).datas).not.toEqual([])
  expect((await call(supplier, 'GET', next)).datas).toEqual([])
})
