import { expect, test } from 'vitest'
import '../../effects.ts'
import { arrived, called, decided } from '../testing/core-flow.ts'
import { goods, newPlace } from '../testing/ground.ts'
import { useWorld } from '../testing/trade.ts'
import { documentTable } from './table.ts'
import { documentFlow } from './flow.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'

const world = useWorld()

/** The types of the documents in the flow of one, in alphabetical order. */
async function typesInFlow(name: string, id: string): Promise<string[]> {
  const { companyCode } = (await world().read(name, id)).header
  const table = documentTable(documentDefinition(name)!)
  const { nodes } = await documentFlow(world().database, table, companyCode, id)
  return nodes.map(({ type }) => type).toSorted()
}

const whole = ['arrival', 'delivery-note', 'goods-receipt', 'inspection-notice', 'inspection-order']

test('the flow of a receipt contains the inspection of what arrived, and that of the inspection no receipt of it', async () => {
  const { arrival, notice } = await arrived(world(), await newPlace(world()), goods(1))
  await called(world(), notice)
  const order = await decided(world(), notice)
  const receive = () =>
    world().create('goods-receipt', {
      header: {},
      lines: [
        { source: { id: arrival, lineNo: 1 }, quantity: '4', bin: 'A-01', stockCategory: 'UU' },
      ],
      actionAfterCreate: 'receive',
    })
  const receipt = await receive()
  await receive()
  // The other receipt is a sibling.
  expect(await typesInFlow('goods-receipt', receipt.id)).toEqual([...whole, 'purchase-order'])
  expect(await typesInFlow('inspection-order', order)).toEqual(
    [...whole, 'purchase-order'].filter((type) => type !== 'goods-receipt'),
  )
  expect(await typesInFlow('arrival', arrival)).toEqual(
    [...whole, 'goods-receipt', 'purchase-order'].toSorted(),
  )
})
