import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import { directTrade } from './testing/direct-trade.ts'

testConformance('direct-receipt')

describe('goods that go straight to their unit', () => {
  const world = useWorld()
  const { announced, issueOf, issues, movesOf, notes, receipts, sent, signature, signed } =
    directTrade(world)

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
      const { account } = world().actorFor('direct-receipt', 'sign').session
      const own = { input: { visualCheck: 'intact' } }
      await expectRefused(world(), () => receipts.act(id, 'sign', own), [
        { code: 'direct-signer-elsewhere', params: { unit: 'U1' } as never },
      ])
      await world().database.query(`update requester set account = $1 where requester = 'P2'`, [
        account,
      ])
      await expectRefused(world(), () => receipts.act(id, 'sign', own), [
        { code: 'direct-signer-elsewhere', params: { signer: '李四', unit: 'U1' } },
      ])
      await expectRefused(world(), () => receipts.act(id, 'sign', signature), [
        { code: 'direct-signer-himself', field: 'signedBy', params: { account: 'zhang' } as never },
      ])
    } finally {
      await world().database.query(`update requester set account = ''`)
    }
    await receipts.act(id, 'sign', signature)
    expect((await receipts.header(id))['signedBy']).toBe('P1')
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
    await expectRefused(world(), () => partly('10'), [
      { code: 'nothing-refused', params: { no: docNo } },
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

  test('are late when they have not been signed for on the day they were expected', async () => {
    const id = await sent(await announced(await newPlace(world())))
    expect(await receipts.dueOn(id)).toEqual(['2099-12-01'])
  })
})
