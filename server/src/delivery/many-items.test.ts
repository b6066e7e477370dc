import { usualLinesMax } from '@kufang/contract/document/lines-max.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { expect, test } from 'vitest'
import { clock, systemDocuments } from '../document/public.ts'
import { goods, newPlace, ordered } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { systemSession } from '../platform/session/session.ts'
import { raiseProblems } from './raise-problem.ts'

const world = useWorld()

test('an order of which more items change than a document may have lines is told in several, and told once', async () => {
  const count = usualLinesMax + 2
  const items = Array.from({ length: count }, () => goods(1, materials.bolt)[0]!)
  const order = await ordered(world(), await newPlace(world()), items)
  const { docNo: orderNo } = (await world().read('purchase-order', order)).header
  const raise = () =>
    world().database.transaction((tx) =>
      raiseProblems(
        tx,
        systemDocuments(tx, systemSession(['1010'], newId()), clock()),
        '1010',
        'orderChanged',
        Array.from({ length: count }, (_none, index) => ({
          orderNo,
          orderLine: index + 1,
          quantity: '1' as Quantity,
          concernedNos: ['SH1'],
        })),
      ),
    )
  const told = async () =>
    (
      await world().database.query(
        `select count(distinct h.id)::integer as documents, count(*)::integer as lines
         from problem_document h
         join problem_document_line l on l.company_code = h.company_code and l.document_id = h.id
         where h.purchase_order_no = $1`,
        [orderNo],
      )
    )[0]
  await raise()
  expect(await told()).toEqual({ documents: 2, lines: count })
  await raise()
  expect(await told()).toEqual({ documents: 2, lines: count })
})
