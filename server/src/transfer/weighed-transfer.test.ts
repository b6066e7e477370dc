import { beforeAll, expect, test } from 'vitest'
import { addSecondUnit, goods, newPlace } from '../document/testing/ground.ts'
import { shipped, stocked } from '../document/testing/core-flow.ts'
import { materials } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { runProofs } from '../ledger/public.ts'

const world = useWorld()

beforeAll(() => addSecondUnit(world()))

const weightsOf = async (id: string) => {
  const [row] = await world().database.query<{ sent: string; arrived: string; moves: number }>(
    `select sum(second_quantity) filter (where step.no = 1) as sent,
       sum(second_quantity) filter (where step.no > 1) as arrived, count(*)::integer as moves
     from (select m.second_quantity, row_number() over (order by m.moved_at, m.id) as no
       from stock_move m where m.document_id = $1) step`,
    [id],
  )
  return row!
}

test('parts that arrive weigh together what was sent, whatever else is on the way', async () => {
  const [from, to] = [await newPlace(world()), await newPlace(world())]
  // 83.227 kg of seven: the shares of 2, 1, 3 and 1 pieces, each by itself, would be a gram too much.
  await stocked(world(), from, goods(1, materials.valve, '14'), { secondQuantity: '166.453' })
  const first = await shipped(world(), from, to, materials.valve, '7')
  await shipped(world(), from, to, materials.valve, '7')
  for (const quantityReceived of ['2', '1', '3', '1'])
    await world().act('transfer-order', first, 'receive', {
      lines: [{ lineNo: 1, quantityReceived }],
    })
  expect(await weightsOf(first)).toEqual({ sent: '83.227', arrived: '83.227', moves: 5 })
  for (const proof of await runProofs(world().database)) expect(proof.rows, proof.name).toEqual([])
})
