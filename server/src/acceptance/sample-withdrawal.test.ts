import { describe, expect, test } from 'vitest'
import { testConformance } from '../document/conformance/conformance.ts'
import { arrived, called } from '../document/testing/core-flow.ts'
import { consigned, goods, newPlace, type Goods } from '../document/testing/ground.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

testConformance('sample-withdrawal')

describe('what a test destroys', () => {
  const world = useWorld()
  const trade = tradeOf(world, 'sample-withdrawal')
  const ofProject = (line: Goods): Goods => ({
    ...line,
    specialStock: 'Q',
    specialStockReference: 'P-100-1',
  })

  /** Two of ten pieces are destroyed: the document, and its only movement. */
  async function destroyed(line: Goods) {
    const place = await newPlace(world())
    const { notice } = await arrived(world(), place, [line])
    await called(world(), notice)
    const { id } = await world().create('inspection-order', {
      header: { inspectionMethod: 'full' },
      lines: [
        {
          source: { id: notice, lineNo: 1 },
          quantity: '10',
          acceptedQuantity: '8',
          rejectedQuantity: '0',
          destroyedQuantity: '2',
        },
      ],
      actionAfterCreate: 'decide',
    })
    const walker = worldWalker(world(), place)
    const sample = (await walker.successorOf('inspection-order', id, 'sample-withdrawal'))!
    const [move] = await world().database.query(
      `select m.movement_type, m.erp_movement->>'accountAssignment' as charged, m.erp_movement->'item' as item,
         f.special_stock
       from stock_move m join stock_key f on f.company_code = m.company_code and f.id = m.from_key
       where m.document_id = $1`,
      [sample],
    )
    return { sample, move }
  }

  test('of a project is charged to its WBS element, whatever unit inspects it', async () => {
    await world().database.query(`update inspection_unit set cost_center = ''`)
    const { sample, move } = await destroyed(ofProject(goods(1)[0]!))
    expect(move).toMatchObject({
      movementType: '331',
      charged: 'project',
      specialStock: 'Q',
      item: { wbsElement: 'P-100-1' },
    })
    expect(await trade.column(sample, 'wbsElement')).toEqual(['P-100-1'])
    expect(await trade.column(sample, 'costCenter')).toEqual([null])
    await world().database.query(`update inspection_unit set cost_center = 'CC900'`)
    await trade.proven()
  })

  test('of a supplier who keeps his goods here is consumed as his, at the cost of the inspection unit', async () => {
    const { move } = await destroyed(consigned(goods(1)[0]!))
    expect(move).toMatchObject({
      movementType: '331',
      charged: 'cost-center',
      specialStock: 'K',
      item: { costCenter: 'CC900' },
    })
    await trade.proven()
  })
})
