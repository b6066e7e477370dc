import { expect, test } from 'vitest'
import type { FlowResponse } from '@kufang/contract/document/api.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import '../../effects.ts'
import type { Session } from '../../platform/session/session.ts'
import { arrived, called, decided } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { documentCalls } from '../testing/http.ts'
import { person } from '../testing/small-company.ts'
import { useWorld } from '../testing/trade.ts'

const world = useWorld()

/** The flow of a document as a person gets it, with the answer's text. */
async function flowSeen(session: Session, type: string, id: string) {
  const app = await documentCalls(world().database, session)
  const { body } = await app.inject({ method: 'GET', url: `/api/documents/${type}/${id}/flow` })
  await app.close()
  return { body, ...(JSON.parse(body) as { datas: FlowResponse }).datas }
}

const readerOf = (types: readonly string[], scope = {}) =>
  person(
    '查询员',
    types.flatMap((type) => rolesForReading(documentDefinition(type)!)),
    scope,
  )

test('of documents whose pages a person does not have, the flow gives type and number; to a supplier nothing', async () => {
  const { arrival, notice } = await arrived(world(), await newPlace(world()), goods(1))
  await called(world(), notice)
  const order = await decided(world(), notice)
  const { header } = await world().read('arrival', arrival)
  const noticeNo = (await world().read('inspection-notice', notice)).header.docNo

  const all = await flowSeen(
    readerOf([
      'arrival',
      'inspection-notice',
      'inspection-order',
      'delivery-note',
      'purchase-order',
    ]),
    'arrival',
    arrival,
  )
  const toNotice = all.edges.find(({ from, to }) => from === arrival && to === notice)!
  expect(toNotice.quantity).not.toBeNull()
  expect(all.nodes.every(({ id, createdAt }) => id !== null && createdAt !== '')).toBe(true)

  // Who reviews reversals may read shortages too, and what they come from.
  const keeper = await flowSeen(person('保管员', ['DHJLCX']), 'arrival', arrival)
  expect(keeper.nodes.find(({ isSelf }) => isSelf)).toMatchObject({
    id: arrival,
    state: header.state,
  })
  expect(keeper.nodes.find(({ type }) => type === 'inspection-notice')).toEqual({
    key: `inspection-notice ${noticeNo}`,
    id: null,
    type: 'inspection-notice',
    docNo: noticeNo,
    state: '',
    erpState: '',
    createdAt: '',
    createdByName: '',
    materialDocuments: [],
    isSelf: false,
  })
  expect(keeper.edges).toContainEqual({
    from: arrival,
    to: `inspection-notice ${noticeNo}`,
    quantity: null,
    isLive: toNotice.isLive,
  })
  // What he may not read he cannot ask for either.
  for (const hidden of [notice, order]) expect(keeper.body).not.toContain(hidden)

  const [note] = all.nodes.filter(({ type }) => type === 'delivery-note')
  const { supplierNo } = (await world().read('delivery-note', note!.id!)).header
  const supplier = readerOf(['delivery-note'], { supplierNo })
  const seen = await flowSeen(supplier, 'delivery-note', note!.id!)
  // The order is his too: its lines are what he announces.
  expect(seen.nodes.map(({ type }) => type).toSorted()).toEqual(['delivery-note', 'purchase-order'])
  expect(seen.nodes.every(({ id, createdAt }) => id !== null && createdAt !== '')).toBe(true)
  expect(seen.edges.map(({ to }) => to)).toEqual([note!.id])
  for (const hidden of [arrival, header.docNo, noticeNo]) expect(seen.body).not.toContain(hidden)
})
