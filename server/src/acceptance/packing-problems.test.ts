import { describe, expect, test } from 'vitest'
import type { LineInput } from '@kufang/contract/document/api.ts'
import { linesFrom, makeOver } from '../document/journey/walk.ts'
import { announced, called } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { atOnce } from './testing/at-once.ts'

// What several checks of one order item say: ten pieces came in one crate and five in another one.

describe('crates of the same order item', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'packing-check')

  /** The notices of the crates, of one order item of valves that ask for a certificate and a drawing. */
  async function crates(): Promise<{ notices: string[]; orderNo: string }> {
    await world().database.query(
      `update material set required_documents = '{合格证,图纸}', required_spares = '{}' where material_no = 'M-VALVE'`,
    )
    const place = await newPlace(world())
    const walker = worldWalker(world(), place)
    const [valve] = goods(1)
    const note = await announced(world(), place, [{ ...valve!, quantity: '15' }])
    const notices: string[] = []
    let orderNo = ''
    for (const quantity of ['10', '5']) {
      const [line] = await linesFrom(walker, 'delivery-note', note)
      const arrival = await makeOver(
        walker,
        'arrival',
        [{ ...line!, quantity, countedPackages: 1 } as typeof line & LineInput],
        ['confirm'],
      )
      orderNo = String((await world().read('arrival', arrival)).lines[0]!['purchaseOrderNo'])
      const notice = (await walker.successorOf('arrival', arrival, 'inspection-notice'))!
      await called(world(), notice)
      notices.push(notice)
    }
    return { notices, orderNo }
  }

  const check = (notice: string, missing: readonly string[], confirms = true) =>
    world().create('packing-check', {
      header: { caseNo: '1/1' },
      lines: ['合格证', '图纸'].map((itemName) => ({
        source: { id: notice, lineNo: 1 },
        // What is called for counts, whatever is entered beside an item.
        quantity: '1',
        itemKind: 'document',
        itemName,
        foundCount: missing.includes(itemName) ? 0 : 1,
      })),
      ...(confirms ? { actionAfterCreate: 'confirm' } : {}),
    })

  const withdraw = (id: string) => trade.act(id, 'withdraw', { input: { reason: '录入错误' } })

  const problems = (orderNo: string) =>
    world().database.query(
      `select h.state, h.decision, h.remark, h.concerned_nos, l.quantity::float8 as quantity,
         (l.quantity - l.closed_quantity)::float8 as open
       from problem_document h join problem_document_line l on l.company_code = h.company_code and l.document_id = h.id
       where h.purchase_order_no = $1 order by h.created_at`,
      [orderNo],
    )

  const answered = async (orderNo: string) => {
    const [problem] = await world().database.query<{ id: string }>(
      `select id from problem_document where purchase_order_no = $1 and state = 'raised'`,
      [orderNo],
    )
    await world().act('problem-document', problem!.id, 'answer', { input: { answer: '本周补寄' } })
    return problem!.id
  }

  test('one problem names what each of them misses, for the quantity of both', async () => {
    const { notices, orderNo } = await crates()
    const ten = await check(notices[0]!, ['合格证'])
    await answered(orderNo)
    const five = await check(notices[1]!, ['图纸'])
    expect(await problems(orderNo)).toEqual([
      {
        // What the supplier said was about less.
        state: 'raised',
        decision: null,
        remark: '随机资料 合格证 × 1；随机资料 图纸 × 1',
        concernedNos: [ten.docNo, five.docNo],
        quantity: 15,
        open: 15,
      },
    ])
  })

  test.each([
    ['the first', 0, { remark: '随机资料 图纸 × 1', quantity: 5, open: 5 }],
    ['the second', 1, { remark: '随机资料 合格证 × 1', quantity: 10, open: 10 }],
  ])(
    'when %s check is withdrawn, the problem stays open for the other one',
    async (_which, index, left) => {
      const { notices, orderNo } = await crates()
      const checks = [await check(notices[0]!, ['合格证']), await check(notices[1]!, ['图纸'])]
      await answered(orderNo)
      await withdraw(checks[index]!.id)
      expect(await problems(orderNo)).toEqual([
        { state: 'answered', decision: null, concernedNos: [checks[1 - index]!.docNo], ...left },
      ])
      await withdraw(checks[1 - index]!.id)
      expect(await problems(orderNo)).toMatchObject([
        { state: 'closed', decision: 'causeGone', open: 0 },
      ])
    },
  )

  test('what a check says that the buyer has decided about is not asked again with the next one', async () => {
    const { notices, orderNo } = await crates()
    const ten = await check(notices[0]!, ['合格证'])
    const problem = await answered(orderNo)
    await world().act('problem-document', problem, 'decide', {
      input: { decision: 'accepted', reason: '不需要' },
    })
    const five = await check(notices[1]!, ['图纸'])
    const second = {
      state: 'raised',
      remark: '随机资料 图纸 × 1',
      concernedNos: [five.docNo],
      quantity: 5,
      open: 5,
    }
    expect(await problems(orderNo)).toMatchObject([{ state: 'closed' }, second])
    await withdraw(ten.id)
    expect(await problems(orderNo)).toMatchObject([{ state: 'closed' }, second])
  })

  test('two checks confirmed at the same moment tell one problem', async () => {
    const { notices, orderNo } = await crates()
    const drafts = [
      await check(notices[0]!, ['合格证'], false),
      await check(notices[1]!, ['图纸'], false),
    ]
    const acts = drafts.map(
      ({ id }) =>
        () =>
          trade.act(id, 'confirm'),
    )
    expect(await atOnce(world(), { table: 'purchase_order', docNo: orderNo }, acts)).toEqual([
      'done',
      'done',
    ])
    expect(await problems(orderNo)).toMatchObject([{ quantity: 15, open: 15 }])
  })
})
