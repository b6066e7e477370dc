import { newId } from '@kufang/kernel/identifier.ts'
import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { deleteDocument } from '../document/service.ts'
import { goods, newPlace, ordered, type Goods, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { announcedNote } from './testing/announced-note.ts'

testConformance('direct-receipt')

describe('goods that go straight to their unit', () => {
  const world = useWorld()
  const receipts = tradeOf(world, 'direct-receipt')
  const issues = tradeOf(world, 'direct-issue')
  const notes = tradeOf(world, 'delivery-note')
  const bolts = goods(1, materials.bolt)
  const signature = { input: { signedBy: 'P1', visualCheck: 'intact' } }

  /** A confirmed note of an order for these goods. */
  const announced = (
    place: Place,
    deliveryMode: 'warehouse' | 'direct' = 'direct',
    lines: readonly Goods[] = bolts,
    more: { order?: string } & Record<string, unknown> = {},
  ) => announcedNote(world(), place, deliveryMode, lines, more)
  /** Sends what was announced to a unit. */
  const sent = async (note: string, header: object = {}, quantity = '10') =>
    (
      await world().create('direct-receipt', {
        header: { pickingUnit: 'U1', deliveryPlace: '2 号门', ...header },
        lines: [{ source: { id: note, lineNo: 1 }, quantity }],
        actionAfterCreate: 'dispatch',
      })
    ).id
  const issueOf = async (receipt: string) => {
    const [found] = await world().database.query<{ id: string }>(
      `select to_id as id from document_link where from_id = $1 and to_type = 'direct-issue'`,
      [receipt],
    )
    return found?.id
  }
  /** A signed receipt with its issue. */
  async function signed(place: Place, header: object = {}): Promise<{ id: string; issue: string }> {
    const id = await sent(await announced(place), header)
    await receipts.act(id, 'sign', signature)
    return { id, issue: (await issueOf(id))! }
  }
  /** The movement types of a document, with the places they are between. */
  const movesOf = (id: string) =>
    world().database.query<Record<string, string>>(
      `select m.movement_type, f.place as from_place, t.place as to_place, m.quantity from stock_move m
       join stock_key f on f.company_code = m.company_code and f.id = m.from_key
       join stock_key t on t.company_code = m.company_code and t.id = m.to_key
       where m.document_id = $1 order by m.id`,
      [id],
    )
  const rolesOf = async (id: string) =>
    (
      await world().database.query<{ role: string }>(
        `select role_code as role from todo where document_id = $1 and done_at is null order by 1`,
        [id],
      )
    ).map(({ role }) => role)

  test('are received and issued by one signature, through a virtual bin that is empty again', async () => {
    const place = await newPlace(world())
    const { id, issue } = await signed(place)
    expect(await movesOf(id)).toEqual([
      { movementType: '101', fromPlace: 'supplier', toPlace: 'direct-delivery', quantity: '10' },
    ])
    expect(await movesOf(issue)).toEqual([
      { movementType: '201', fromPlace: 'direct-delivery', toPlace: 'consumption', quantity: '10' },
    ])
    expect(await receipts.stock(place, materials.bolt)).toEqual([])
    const { header, lines } = await world().read('direct-issue', issue)
    // Charged to the cost centre of the unit, because nothing else was chosen.
    expect(header).toMatchObject({ state: 'issued', costCenter: 'CC100', signedBy: 'P1' })
    const { state, issueNo, docNo } = await receipts.header(id)
    expect({ state, issueNo }).toEqual({ state: 'signed', issueNo: header.docNo })
    expect(lines[0]).toMatchObject({ sourceNo: docNo, quantity: '10', amount: '125' })
    await receipts.proven()
  })

  test.each([
    [{ orderNo: '800001' }, '261'],
    [{ wbsElement: 'P-100-1' }, '221'],
    [{ networkNo: '900001' }, '281'],
    [{ costCenter: 'CC200' }, '201'],
  ])('are charged to %o with movement type %s', async (account, movementType) => {
    const { issue } = await signed(await newPlace(world()), account)
    expect((await movesOf(issue))[0]).toMatchObject({ movementType })
  })

  test('are reviewed and posted as two documents, the receipt first', async () => {
    const { id, issue } = await signed(await newPlace(world()))
    const { docNo } = await receipts.header(id)
    await issues.act(issue, 'review')
    await expectRefused(world(), () => issues.act(issue, 'post'), [
      { code: 'erp-stock-unposted', line: 1, params: { documents: docNo } as never },
    ])
    await receipts.act(id, 'review')
    await receipts.act(id, 'post')
    await world().send()
    await issues.act(issue, 'post')
    await world().send()
    expect((await receipts.header(id)).erpState).toBe('posted')
    expect((await issues.header(issue)).erpState).toBe('posted')
    await receipts.proven()
  })

  test('are taken back as a pair, the issue before the receipt, and can be delivered again', async () => {
    const place = await newPlace(world())
    const note = await announced(place)
    const id = await sent(note)
    await receipts.act(id, 'sign', signature)
    expect((await notes.header(note)).state).toBe('arrived')
    const issue = (await issueOf(id))!
    for (const [trade, one] of [
      [receipts, id],
      [issues, issue],
    ] as const) {
      await trade.act(one, 'review')
      await trade.act(one, 'post')
      await world().send()
    }
    await approveReversal(world(), 'direct-receipt', id)
    await receipts.act(id, 'reverse')
    const waiting = await world().database.query<{ documentId: string }>(
      `select r.document_id from erp_posting r join erp_posting i on i.id = any(r.depends_on)
       where r.direction = 'reverse' and i.direction = 'reverse' and i.document_id = $1`,
      [issue],
    )
    expect(waiting).toEqual([{ documentId: id }])
    await world().send()
    expect((await issues.header(issue)).erpState).toBe('reversed')
    expect((await receipts.header(id)).erpState).toBe('reversed')
    await receipts.act(id, 'reversePhysical', { input: { reason: '实收数量有误' } })
    expect((await issues.header(issue)).state).toBe('reversed')
    expect((await notes.header(note)).state).toBe('confirmed')
    expect(await receipts.stock(place, materials.bolt)).toEqual([])
    await receipts.proven()
    await receipts.act(await sent(note), 'sign', signature)
    expect((await notes.header(note)).state).toBe('arrived')
    await receipts.proven()
  })

  test('are signed for by somebody of the unit, and not by who sent them', async () => {
    const id = await sent(await announced(await newPlace(world())))
    const { acts } = await receipts.header(id)
    await expectRefused(
      world(),
      () => receipts.actAs(acts['dispatch']!.userId, id, 'sign', signature),
      [{ code: 'separation-of-duties' }],
    )
    const other = { input: { ...signature.input, signedBy: 'P2' } }
    await expectRefused(world(), () => receipts.act(id, 'sign', other), [
      {
        code: 'direct-signer-elsewhere',
        field: 'signedBy',
        params: { signer: '李四', unit: 'U1' },
      },
    ])
    await world().database.query(`update requester set account = 'zhang' where requester = 'P1'`)
    try {
      await expectRefused(world(), () => receipts.act(id, 'sign', signature), [
        { code: 'direct-signer-himself', field: 'signedBy', params: { account: 'zhang' } as never },
      ])
    } finally {
      await world().database.query(`update requester set account = '' where requester = 'P1'`)
    }
    await receipts.act(id, 'sign', signature)
  })

  test('are signed for in part: what the unit refuses leaves on the truck, and can be delivered again', async () => {
    const place = await newPlace(world())
    const note = await announced(place)
    const id = await sent(note)
    const partly = (acceptedQuantity: string) =>
      receipts.act(id, 'signPartly', {
        input: { ...signature.input, reason: '数量多于需要' },
        lines: [{ lineNo: 1, acceptedQuantity }],
      })
    const { docNo } = await receipts.header(id)
    await expectRefused(world(), () => partly('0'), [
      { code: 'direct-all-refused', params: { no: docNo } },
    ])
    await expectRefused(world(), () => partly('11'), [
      { code: 'quantity-beyond-line', line: 1, field: 'acceptedQuantity' },
    ])
    await partly('7')
    const issue = (await issueOf(id))!
    expect((await movesOf(id)).map((row) => row['quantity'])).toEqual(['7'])
    expect(await issues.column(issue, 'quantity')).toEqual(['7'])
    expect(await receipts.column(id, 'refusedQuantity')).toEqual(['3'])
    expect(await receipts.header(id)).toMatchObject({ refusalReason: '数量多于需要' })
    expect((await notes.column(note, 'openQuantity'))[0]).toBe('3')
    await receipts.act(await sent(note, {}, '3'), 'sign', signature)
    expect((await notes.header(note)).state).toBe('arrived')
    await receipts.act(id, 'reversePhysical', { input: { reason: '实收数量有误' } })
    expect((await notes.column(note, 'openQuantity'))[0]).toBe('7')
    await receipts.proven()
  })

  test('are signed for once, whoever presses first', async () => {
    const id = await sent(await announced(await newPlace(world())))
    const both = await Promise.allSettled([1, 2].map(() => receipts.act(id, 'sign', signature)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await movesOf(id)).toHaveLength(1)
    await receipts.proven()
  })

  test('need no inspection: others are announced to the warehouse, and go there when they turn out to need one', async () => {
    const place = await newPlace(world())
    const inspected = goods(1)
    const order = await ordered(world(), place, inspected)
    await expectRefused(world(), () => announced(place, 'direct', inspected, { order }), [
      { code: 'direct-inspection', line: 1, params: { material: materials.valve } },
    ])
    const material = `${materials.bolt}-7`
    const note = await announced(place, 'direct', [{ materialNo: material, quantity: '10' }])
    const id = await sent(note)
    const setInspection = (needs: boolean) =>
      world().database.query(`update material set needs_inspection = $2 where material_no = $1`, [
        material,
        needs,
      ])
    await setInspection(true)
    await expectRefused(world(), () => receipts.act(id, 'sign', signature), [
      { code: 'direct-inspection', line: 1, params: { material } },
    ])
    const toWarehouse = { input: { deliveryMode: 'warehouse', reason: '需检验，改送仓库' } }
    const { docNo } = await receipts.header(id)
    await expectRefused(world(), () => notes.act(note, 'changeMode', toWarehouse), [
      { code: 'successor-stands', params: { by: docNo } },
    ])
    await receipts.act(id, 'recall')
    const { version } = await receipts.header(id)
    await deleteDocument(
      world().database,
      world().actorFor('direct-receipt', 'edit'),
      'direct-receipt',
      id,
      version,
      newId(),
    )
    await notes.act(note, 'changeMode', toWarehouse)
    const arrival = await world().create('arrival', {
      header: { visualCheck: 'intact' },
      lines: [{ source: { id: note, lineNo: 1 }, quantity: '10', bin: 'R-01' }],
      actionAfterCreate: 'confirm',
    })
    expect((await world().read('arrival', arrival.id)).header.state).toBe('arrived')
    await setInspection(false)
  })

  test('are no task of the warehouse, and goods for the warehouse are none of the sender', async () => {
    const place = await newPlace(world())
    const direct = await announced(place)
    const there = await announced(place, 'warehouse')
    expect(await rolesOf(direct)).toEqual(['ZSFH'])
    expect(await rolesOf(there)).toEqual(['DHQR'])
    const { docNo } = await notes.header(direct)
    await expectRefused(
      world(),
      () =>
        world().create('arrival', {
          header: { visualCheck: 'intact' },
          lines: [{ source: { id: direct, lineNo: 1 }, quantity: '10', bin: 'R-01' }],
        }),
      [
        {
          code: 'source-of-other-kind',
          line: 1,
          params: { source: `${docNo}/1`, value: '直送', wanted: '到库' } as never,
        },
      ],
    )
    await expectRefused(world(), () => sent(there), [{ code: 'source-of-other-kind', line: 1 }])
    await expectRefused(
      world(),
      () =>
        notes.act(direct, 'changeMode', {
          input: { deliveryMode: 'direct', reason: '现场急用，改为直送' },
        }),
      [
        {
          code: 'delivery-mode-same',
          params: { no: docNo, mode: '直送', modeEn: 'Direct to site' },
        },
      ],
    )
    await notes.act(direct, 'changeMode', {
      input: { deliveryMode: 'warehouse', reason: '现场不具备接收条件' },
    })
    expect(await rolesOf(direct)).toEqual(['DHQR'])
  })

  test('are held by what is on its way, so that nobody sends them twice', async () => {
    const note = await announced(await newPlace(world()))
    const id = await sent(note, {}, '6')
    expect((await notes.header(note)).state).toBe('confirmed')
    await expectRefused(world(), () => sent(note, {}, '5'), [
      { code: 'quantity-held', line: 1, field: 'quantity' },
    ])
    await receipts.act(id, 'sign', signature)
    expect((await notes.header(note)).state).toBe('partlyArrived')
    await receipts.act(await sent(note, {}, '4'), 'sign', signature)
    expect((await notes.header(note)).state).toBe('arrived')
  })

  test('count towards the order item, which a receipt of the warehouse then completes', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    const part = (quantity: string) => [{ ...bolts[0]!, quantity }]
    const direct = await announced(place, 'direct', part('6'), { order })
    await receipts.act(await sent(direct, {}, '6'), 'sign', signature)
    const there = await announced(place, 'warehouse', part('4'), { order })
    const arrival = await world().create('arrival', {
      header: { visualCheck: 'intact' },
      lines: [{ source: { id: there, lineNo: 1 }, quantity: '4', bin: 'R-01' }],
      actionAfterCreate: 'confirm',
    })
    const receipt = await world().create('goods-receipt', {
      header: {},
      lines: [
        {
          source: { id: arrival.id, lineNo: 1 },
          quantity: '4',
          stockCategory: 'UU',
          bin: 'A-01',
        },
      ],
      actionAfterCreate: 'receive',
    })
    const { lines } = await world().read('goods-receipt', receipt.id)
    expect(lines[0]!['deliveryCompletion']).toBe('completed')
  })

  test('of an order that is charged itself are consumed by the receipt, and nothing is issued', async () => {
    const place = await newPlace(world())
    const order = await ordered(world(), place, bolts)
    await world().database.query(
      `update purchase_order_line set receipt_obstacle = 'consumed' where document_id = $1`,
      [order],
    )
    const announce = (deliveryMode: string) =>
      world().create('delivery-note', {
        header: { etaDate: '2099-12-01', deliveryMode },
        lines: [{ source: { id: order, lineNo: 1 }, quantity: '10' }],
        actionAfterCreate: 'submit',
      })
    await expectRefused(world(), () => announce('warehouse'), [{ code: 'order-consumed', line: 1 }])
    const note = (await announce('direct')).id
    await notes.act(note, 'confirm', { input: { appointmentSlot: '08:00-10:00' } })
    const id = await sent(note)
    await receipts.act(id, 'sign', signature)
    expect(await movesOf(id)).toEqual([
      { movementType: '101', fromPlace: 'supplier', toPlace: 'consumption', quantity: '10' },
    ])
    expect(await issueOf(id)).toBeUndefined()
    expect(await receipts.column(id, 'isConsumed')).toEqual([true])
    await receipts.act(id, 'review')
    await receipts.act(id, 'post')
    await world().send()
    expect((await receipts.header(id)).erpState).toBe('posted')
    await receipts.proven()
    await approveReversal(world(), 'direct-receipt', id)
    await receipts.act(id, 'reverse')
    await world().send()
    await receipts.act(id, 'reversePhysical', { input: { reason: '实收数量有误' } })
    expect((await receipts.header(id)).state).toBe('reversed')
    await receipts.proven()
  })

  test.each([
    [{ specialStock: 'K', specialStockReference: '100001' }, '201'],
    [{ specialStock: 'Q', specialStockReference: 'P-100-1' }, '221'],
  ])('of special stock %o stay it between receipt and issue', async (special, movementType) => {
    const place = await newPlace(world())
    const note = await announced(place, 'direct', [{ ...bolts[0]!, ...special }])
    const id = await sent(note)
    await receipts.act(id, 'sign', signature)
    expect((await movesOf((await issueOf(id))!))[0]).toMatchObject({ movementType })
    await receipts.proven()
  })

  test('do not reach the unit before customs released them', async () => {
    const note = await announced(await newPlace(world()), 'direct', bolts, { isImported: true })
    const id = await sent(note)
    await expectRefused(world(), () => receipts.act(id, 'sign', signature), [
      { code: 'customs-not-released', line: 1 },
    ])
  })

  test('are late when they have not been signed for on the day they were expected', async () => {
    const id = await sent(await announced(await newPlace(world())))
    expect(await receipts.dueOn(id)).toEqual(['2099-12-01'])
  })
})
