import { newId } from '@kufang/kernel/identifier.ts'
import { periodOf } from '@kufang/kernel/local-date.ts'
import { describe, expect, test } from 'vitest'
import { actOnEach } from '../document/service/act-on-each.ts'
import { clock } from '../document/public.ts'
import { testConformance } from '../document/conformance/conformance.ts'
import { codesOf } from '../document/conformance/subject.ts'
import { accepted, arrived, asked, called, decided } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, useWorld } from '../document/testing/trade.ts'
import { closePeriod, openPeriod } from '../ledger/periods/periods.ts'

const reason = { reason: '错收' }

testConformance('goods-receipt')

describe('the storekeeper', () => {
  const world = useWorld()
  const receive = (arrival: string, lines: Record<string, unknown>[]) =>
    world().create('goods-receipt', {
      header: {},
      lines: lines.map((line) => ({
        source: { id: arrival, lineNo: 1 },
        stockCategory: 'UU',
        bin: 'A-01',
        ...line,
      })),
      actionAfterCreate: 'receive',
    })

  test('receives nothing while its inspection is open', async () => {
    const { arrival } = await arrived(world(), await newPlace(world()), goods(1))
    await expectRefused(world(), () => receive(arrival, [{ quantity: '1' }]), [
      { code: 'inspection-open', line: 1 },
    ])
  })

  test('receives what was accepted, and sets apart what was rejected, each no further than the decision goes', async () => {
    const { arrival, notice } = await arrived(world(), await newPlace(world()), goods(1))
    await called(world(), notice)
    await decided(world(), notice, '3')
    const beyond = (quantity: string, stockCategory: string, open: string) => () =>
      expectRefused(world(), () => receive(arrival, [{ quantity, stockCategory }]), [
        {
          code: 'quantity-exceeds-open',
          line: 1,
          field: 'quantity',
          params: { quantity, open } as never,
        },
      ])
    await beyond('8', 'UU', '7')()
    await beyond('4', 'BL', '3')()
    await expectRefused(world(), () => receive(arrival, [{ quantity: '4' }, { quantity: '4' }]), [
      { code: 'quantity-exceeds-open', line: 2, params: { quantity: '8', open: '7' } as never },
    ])
    await receive(arrival, [{ quantity: '7' }, { quantity: '3', stockCategory: 'BL', bin: 'X-01' }])
    // Everything is received, so the arrival offers nothing more.
    await expectRefused(world(), () => receive(arrival, [{ quantity: '1' }]), [
      { code: 'source-wrong-state', line: 1 },
    ])
  })

  test.for([
    { quantity: '6', what: 'line', code: 'quantity-exceeds-open', open: '4' },
    { quantity: '10', what: 'header', code: 'source-wrong-state', open: '0' },
  ])(
    'of two who take $quantity of 10 at once, one does; the other sees the $what the first one left',
    async ({ quantity, code, open }) => {
      const arrival = await accepted(world(), await newPlace(world()), goods(1))
      const attempts = [receive(arrival, [{ quantity }]), receive(arrival, [{ quantity }])]
      const ended = await Promise.allSettled(attempts)
      const lost = ended.findIndex(({ status }) => status === 'rejected')
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await codesOf(attempts[lost]!)).toEqual([code])
      const [line] = (await world().read('arrival', arrival)).lines
      expect(line!.openQuantity).toBe(open)
    },
  )

  test('asks once what was received before, of however many arrivals', async () => {
    const place = await newPlace(world())
    const arrivals: string[] = []
    for (let index = 0; index < 4; index++)
      arrivals.push(await accepted(world(), place, goods(1, materials.bolt)))
    const draftOf = (ids: string[]) =>
      world().statements(() =>
        world().create('goods-receipt', {
          header: {},
          lines: ids.map((id) => ({
            source: { id, lineNo: 1 },
            quantity: '10',
            stockCategory: 'UU',
            bin: 'A-01',
          })),
        }),
      )
    const [first, ...others] = arrivals
    expect(await draftOf(others)).toBe(await draftOf([first!]))
  })

  test('puts goods where they may lie', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    await expectRefused(world(), () => receive(arrival, [{ quantity: '1', bin: 'H-01' }]), [
      { code: 'bin-hazard-mismatch', line: 1, field: 'bin' },
    ])
    await expectRefused(world(), () => receive(arrival, [{ quantity: '1', bin: 'NOWHERE' }]), [
      { code: 'master-unknown', line: 1, field: 'bin' },
    ])
    const { header } = await world().read('arrival', arrival)
    await world().database.query(
      `update bin set is_frozen = true where storage_location = $1 and bin = 'A-02'`,
      [header.storageLocation],
    )
    await expectRefused(world(), () => receive(arrival, [{ quantity: '1', bin: 'A-02' }]), [
      { code: 'bin-inactive', line: 1, field: 'bin' },
    ])
  })

  test('takes a receipt back only while its goods are there: first what took them, then it', async () => {
    const place = await newPlace(world())
    const arrival = await accepted(world(), place, goods(1))
    const receipt = await receive(arrival, [{ quantity: '10' }])
    const request = await asked(world(), place, goods(1, materials.valve, '4'))
    const reverse = () =>
      world().act('goods-receipt', receipt.id, 'reversePhysical', { input: { reason: '错收' } })
    const { header } = await world().read('requisition', request)
    await expectRefused(world(), reverse, [
      { code: 'stock-held', line: 1, params: { by: header.docNo, missing: '4' } as never },
    ])
    const lines = [{ source: { id: request, lineNo: 1 }, quantity: '4', bin: 'A-01' }]
    const issue = await world().create('goods-issue', {
      header: { recipient: '张三' },
      lines,
      actionAfterCreate: 'issue',
    })
    await expectRefused(world(), reverse, [
      { code: 'stock-moved-on', line: 1, params: { by: issue.docNo, missing: '4' } as never },
    ])
    await world().act('goods-issue', issue.id, 'reversePhysical', { input: reason })
    await world().act('requisition', request, 'withdrawApproval')
    await reverse()
  })

  test('posts in an open period only, and says which are open', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    const { id } = await receive(arrival, [{ quantity: '10' }])
    await world().act('goods-receipt', id, 'review')
    const period = periodOf(clock().today)
    const change = (work: typeof closePeriod) =>
      world().database.transaction((tx) => work(tx, '1010', period, newId()))
    await change(closePeriod)
    await expectRefused(world(), () => world().act('goods-receipt', id, 'post'), [
      { code: 'period-closed', field: 'postingDate', params: { period, company: '1010' } as never },
    ])
    expect((await world().read('goods-receipt', id)).header.erpState).toBe('unposted')
    await change(openPeriod)
    await world().act('goods-receipt', id, 'post')
  })

  test('sees a receipt fail with its arrival, and posts both again in their order', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    const { id } = await receive(arrival, [{ quantity: '10' }])
    await world().act('goods-receipt', id, 'review')
    await world().send()
    world().erp.faults.push('period-closed')
    await world().act('goods-receipt', id, 'post')
    await world().send()
    const states = async () => [
      (await world().read('arrival', arrival)).header.erpState,
      (await world().read('goods-receipt', id)).header.erpState,
    ]
    expect(await states()).toEqual(['failed', 'failed'])
    await world().act('goods-receipt', id, 'post')
    expect(await states()).toEqual(['posting', 'posting'])
    await world().send()
    expect(await states()).toEqual(['posted', 'posted'])
  })

  test('posts two receipts of one arrival together: the arrival once, both behind it', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    const ids = []
    for (const quantity of ['4', '6']) {
      const { id } = await receive(arrival, [{ quantity }])
      await world().act('goods-receipt', id, 'review')
      ids.push(id)
    }
    const documents = await Promise.all(
      ids.map(async (id) => ({
        id,
        version: (await world().read('goods-receipt', id)).header.version,
        idempotencyKey: newId(),
      })),
    )
    const before = world().erp.documents.length
    const outcomes = await actOnEach(
      world().database,
      world().actorFor('goods-receipt', 'post'),
      { name: 'goods-receipt', action: 'post' },
      documents,
      (error) => {
        throw error
      },
    )
    expect(outcomes.map((outcome) => 'done' in outcome)).toEqual([true, true])
    const postings = await world().database.query<{
      id: string
      documentId: string
      dependsOn: string[]
    }>(
      'select document_id, id, depends_on from erp_posting where document_id = any($1) order by sequence',
      [[arrival, ...ids]],
    )
    const [first, ...behind] = postings
    expect(first!.documentId).toBe(arrival)
    expect(behind.map((posting) => [posting.documentId, posting.dependsOn])).toEqual(
      ids.map((id) => [id, [first!.id]]),
    )
    await world().send()
    expect(world().erp.documents.length).toBe(before + 3)
    for (const id of ids)
      expect((await world().read('goods-receipt', id)).header.erpState).toBe('posted')
    expect((await world().read('arrival', arrival)).header.erpState).toBe('posted')
  })

  test('takes back a receipt that failed with its arrival', async () => {
    const arrival = await accepted(world(), await newPlace(world()), goods(1))
    const { id } = await receive(arrival, [{ quantity: '10' }])
    await world().act('goods-receipt', id, 'review')
    world().erp.faults.push('period-closed')
    await world().act('goods-receipt', id, 'post')
    const takeBack = () =>
      world().act('goods-receipt', id, 'reversePhysical', { input: { reason: '错收' } })
    await expectRefused(
      world(),
      () => world().act('goods-receipt', id, 'requestReversal', { input: reason }),
      [{ code: 'wrong-erp-state' }],
    )
    await world().send()
    await approveReversal(world(), 'goods-receipt', id)
    await takeBack()
    expect((await world().read('goods-receipt', id)).header.state).toBe('reversed')
    // Its pending posting is given up and never reaches the ERP.
    const before = world().erp.documents.length
    await world().send()
    expect(world().erp.documents.length).toBe(before)
  })
})
