import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import '../../effects.ts'
import { toSnake } from '../../platform/database/case.ts'
import { runProofs } from '../../ledger/proofs.ts'
import { deleteDocument, updateDocument } from '../service/service.ts'
import { accepted, announced, asked, stocked } from '../testing/core-flow.ts'
import { goods, newPlace, ordered } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'
import { expectRefused, useWorld } from '../testing/trade.ts'

const world = useWorld()
const bolts = goods(1, materials.bolt)

/** The held, done and free quantity of the first line, and the state of the document. */
async function progressOf(name: string, id: string) {
  const { header, lines } = await world().read(name, id)
  const { heldQuantity: held, doneQuantity: done, freeQuantity: free } = lines[0]!
  return { state: header.state, held, done, free }
}

const line = (id: string, quantity: string, more: Record<string, unknown> = {}) => ({
  source: { id, lineNo: 1 },
  quantity,
  ...more,
})
const receive = (id: string, quantity: string, actionAfterCreate?: string) =>
  world().create('goods-receipt', {
    header: {},
    lines: [line(id, quantity, { bin: 'A-01', stockCategory: 'UU' })],
    ...(actionAfterCreate === undefined ? {} : { actionAfterCreate }),
  })
const announce = (id: string, quantity: string) =>
  world().create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [line(id, quantity)],
  })
const issue = (id: string, quantity: string) =>
  world().create('goods-issue', {
    header: { recipient: '张三' },
    lines: [line(id, quantity, { bin: 'A-01' })],
  })
const discard = async (name: string, id: string) => {
  const { version } = (await world().read(name, id)).header
  const actor = world().actorFor(name, 'edit')
  await deleteDocument(world().database, actor, name, id, version, newId())
}
const proven = async () => {
  for (const proof of await runProofs(world().database)) expect(proof.rows, proof.name).toEqual([])
}

describe('a draft', () => {
  test('holds what arrived without having received it: nobody else takes it, and the reversal names it', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    const draft = await receive(arrival, '8')
    expect(await progressOf('arrival', arrival)).toEqual({
      state: 'arrived',
      held: '8',
      done: '0',
      free: '2',
    })
    await expectRefused(world(), () => receive(arrival, '3', 'receive'), [
      {
        code: 'quantity-held',
        line: 1,
        field: 'quantity',
        params: {
          quantity: '3',
          free: '2',
          open: '10',
          heldBy: `${draft.docNo} create 的人 8`,
        } as never,
      },
    ])
    await expectRefused(world(), () => receive(arrival, '11', 'receive'), [
      { code: 'quantity-exceeds-open', params: { quantity: '11', open: '10' } as never },
    ])
    const reverse = () =>
      world().act('arrival', arrival, 'reversePhysical', { input: { reason: '送错' } })
    await expectRefused(world(), reverse, [
      { code: 'successor-stands', params: { by: draft.docNo } },
    ])
    await receive(arrival, '2', 'receive')
    expect(await progressOf('arrival', arrival)).toEqual({
      state: 'partlyReceived',
      held: '8',
      done: '2',
      free: '0',
    })
    await discard('goods-receipt', draft.id)
    expect(await progressOf('arrival', arrival)).toMatchObject({ held: '0', done: '2', free: '8' })
    await proven()
  })

  test('of a delivery note announces nothing; submitted it does, and sent back it only holds again', async () => {
    const order = await ordered(world(), await newPlace(world()), goods(1))
    const note = await announce(order, '4')
    const now = () => progressOf('purchase-order', order)
    expect(await now()).toMatchObject({ held: '4', done: '0', free: '6' })
    await world().act('delivery-note', note.id, 'submit')
    expect(await now()).toMatchObject({ held: '0', done: '4', free: '6' })
    await world().act('delivery-note', note.id, 'refuse', { input: { reason: '数量不符' } })
    expect(await now()).toMatchObject({ held: '4', done: '0', free: '6' })
    const { version } = (await world().read('delivery-note', note.id)).header
    await updateDocument(
      world().database,
      world().actorFor('delivery-note', 'edit'),
      'delivery-note',
      note.id,
      {
        version,
        header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
        lines: [line(order, '7')],
      },
      newId(),
    )
    expect(await now()).toMatchObject({ held: '7', done: '0', free: '3' })
    await discard('delivery-note', note.id)
    expect(await now()).toMatchObject({ held: '0', done: '0', free: '10' })
    await proven()
  })

  test('and another one do not both take the tolerance of an order', async () => {
    const order = await ordered(
      world(),
      await newPlace(world()),
      goods(1).map((one) => ({ ...one, quantity: '100', overDeliveryPercent: '10' })),
    )
    const draft = await announce(order, '60')
    await expectRefused(world(), () => announce(order, '51'), [
      {
        code: 'quantity-held',
        line: 1,
        params: { free: '50', open: '110', heldBy: `${draft.docNo} create 的人 60` } as never,
      },
    ])
    await expectRefused(world(), () => announce(order, '111'), [
      { code: 'quantity-exceeds-tolerance', line: 1 },
    ])
    await announce(order, '50')
    await proven()
  })

  test('of an issue holds until the goods are handed out, picked or not', async () => {
    const place = await newPlace(world())
    await stocked(world(), place, bolts)
    const request = await asked(world(), place, bolts)
    const draft = await issue(request, '10')
    const now = () => progressOf('requisition', request)
    expect(await now()).toEqual({ state: 'approved', held: '10', done: '0', free: '0' })
    await world().act('goods-issue', draft.id, 'pick')
    expect(await now()).toEqual({ state: 'approved', held: '10', done: '0', free: '0' })
    await world().act('goods-issue', draft.id, 'issue')
    expect(await now()).toEqual({ state: 'issued', held: '0', done: '10', free: '0' })
    await proven()
  })

  test('keeps what it holds when the rest is written off, and what it gives back then is written off too', async () => {
    const note = await announced(world(), await newPlace(world()), goods(1))
    const order = (await world().read('delivery-note', note)).lines[0]!.sourceId!
    const arrive = (quantity: string) =>
      world().create('arrival', {
        header: { visualCheck: 'intact' },
        lines: [line(note, quantity, { bin: 'R-01' })],
      })
    const draft = await arrive('4')
    await world().act('delivery-note', note, 'writeOff', { input: { reason: '不再送' } })
    const { lines } = await world().read('delivery-note', note)
    expect(lines[0]).toMatchObject({ closedQuantity: '6', heldQuantity: '4', freeQuantity: '0' })
    expect(await progressOf('purchase-order', order)).toMatchObject({ done: '4', free: '6' })
    await discard('arrival', draft.id)
    expect((await world().read('delivery-note', note)).lines[0]).toMatchObject({
      closedQuantity: '10',
      heldQuantity: '0',
    })
    expect(await progressOf('purchase-order', order)).toMatchObject({ done: '0', free: '10' })
    await proven()
  })
})

test("of a page with a source of its own a draft holds and the document takes, as of the type's usual source", async () => {
  const receipt: AnyDocument = documents['goods-receipt']
  const page = receipt.pages['/receive/receivingGoodsWarehouse']!
  const { source } = receipt
  const arrival = await accepted(world(), await newPlace(world()), goods(1))
  try {
    delete receipt.source
    Object.assign(receipt, { sources: { arrival: source } })
    Object.assign(page, { source: 'arrival' })
    await receive(arrival, '3')
    expect(await progressOf('arrival', arrival)).toMatchObject({ held: '3', done: '0' })
    const { id } = await receive(arrival, '5')
    await world().act('goods-receipt', id, 'receive')
    expect(await progressOf('arrival', arrival)).toMatchObject({ held: '3', done: '5' })
    await world().act('goods-receipt', id, 'reversePhysical', { input: { reason: '错收' } })
    expect(await progressOf('arrival', arrival)).toMatchObject({ held: '3', done: '0' })
  } finally {
    Object.assign(receipt, { source })
    delete receipt.sources
    delete page.source
  }
})

describe('a state that follows what successors do', () => {
  test('leaves its trace and its act: who, and by which document', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    const traces = () =>
      world().database.query(
        `select user_name, before, after from audit_entry
         where subject_id = $1 and action = 'progress' order by at, id`,
        [arrival],
      )
    const first = await receive(arrival, '4', 'receive')
    const draft = await receive(arrival, '6')
    await world().act('goods-receipt', draft.id, 'receive')
    const cause = (docNo: string) => ({ causeType: 'goods-receipt', causeNo: docNo })
    expect(await traces()).toEqual([
      {
        userName: 'create 的人',
        before: { state: 'arrived' },
        after: { state: 'partlyReceived', ...cause(first.docNo) },
      },
      {
        userName: 'receive 的人',
        before: { state: 'partlyReceived' },
        after: { state: 'received', ...cause(draft.docNo) },
      },
    ])
    const { header } = await world().read('arrival', arrival)
    expect(header.acts['progress']).toMatchObject({ userName: 'receive 的人' })
    await expectRefused(
      world(),
      () => world().act('arrival', arrival, 'reversePhysical', { input: { reason: '送错' } }),
      [{ code: 'successor-stands' }],
    )
    for (const { id } of [first, draft])
      await world().act('goods-receipt', id, 'reversePhysical', { input: { reason: '错收' } })
    expect((await traces()).slice(2)).toMatchObject([
      { before: { state: 'received' }, after: { state: 'partlyReceived', ...cause(first.docNo) } },
      { before: { state: 'partlyReceived' }, after: { state: 'arrived', ...cause(draft.docNo) } },
    ])
    expect((await world().read('arrival', arrival)).header.acts['progress']).toBeUndefined()
    await proven()
  })
})

describe('the proof of lines and links', () => {
  /** A new line of a table that says something is done, with any value in the other required columns. */
  async function plant(superuser: pg.Client, table: string) {
    const { rows } = await superuser.query<{ name: string; type: string }>(
      `select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef`,
      [table],
    )
    const valueOf = (type: string): string =>
      ({
        uuid: 'gen_random_uuid()',
        integer: '1',
        numeric: '1',
        date: 'current_date',
        boolean: 'true',
      })[type] ?? `'1'`
    await superuser.query(
      `insert into ${table} (done_quantity, ${rows.map(({ name }) => name).join(', ')})
       values (1, ${rows.map(({ type }) => valueOf(type)).join(', ')})`,
    )
  }

  test('looks at every document with goods, also at one whose tables were made a moment ago', async () => {
    const superuser = new pg.Client({ connectionString: world().database.connectionString })
    await superuser.connect()
    try {
      await superuser.query(`begin`)
      await superuser.query(`set local session_replication_role = 'replica'`)
      await superuser.query(`select create_document_tables('deposit_of_tests', array['draft'])`)
      const withGoods = Object.values<AnyDocument>(documents).flatMap(({ name, goods: has }) =>
        has === false ? [] : [name],
      )
      const all = [...withGoods, 'deposit-of-tests']
      expect(all.length).toBeGreaterThan(10)
      for (const name of all) await plant(superuser, `${toSnake(name)}_line`)
      const proofs = await runProofs({
        query: async (text, values) => (await superuser.query(text, values as unknown[])).rows,
        announce: () => {},
        isDistributed: false,
      })
      const found = proofs.find(({ name }) => name === 'lines-equal-links')!.rows
      expect(found.map((row) => String(row['document_type'])).sort()).toEqual(all.sort())
    } finally {
      await superuser.end()
    }
  })

  test.each<[string, string, number?]>([
    ['a line that says more is done', `update arrival_line set done_quantity = done_quantity + 1`],
    ['a line that says less is held', `update arrival_line set held_quantity = held_quantity - 1`],
    ['a link that is held no more', `update document_link set is_held = false`],
    // The line says what no link says, and the link what no line says.
    ['a link to a line that is gone', `update document_link set from_line = 9`, 2],
  ])('finds %s', async (_what, change, differences = 1) => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    await receive(arrival, '3')
    const id = change.includes('document_link') ? 'from_id' : 'document_id'
    const { database } = world()
    await expect(
      database.transaction(async (tx) => {
        await tx.query(`${change} where ${id} = $1`, [arrival])
        const proofs = await runProofs(tx)
        const broken = proofs.filter(({ rows }) => rows.length > 0)
        throw new Error(JSON.stringify(broken.map(({ name, rows }) => [name, rows.length])))
      }),
    ).rejects.toThrow(`[["lines-equal-links",${differences}]]`)
  })
})
