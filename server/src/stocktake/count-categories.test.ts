import { expect, test } from 'vitest'
import { makeOver } from '../document/journey/walk.ts'
import { newPlace } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

// Own, consignment and project stock, and each stock category, are counted on lines of their own, and the ERP is told of their
// differences with the movement types of the category (domain.md 1.4).

const world = useWorld()
const counts = tradeOf(world, 'stocktaking')

test('unrestricted, inspection and blocked stock, consignment and project stock are counted apart and booked as 701/702, 703/704 and 707/708', async () => {
  const place = await newPlace(world())
  const stocks = [
    { stockCategory: 'UU' },
    { stockCategory: 'QI' },
    { stockCategory: 'BL' },
    { stockCategory: 'UU', specialStock: 'K', specialStockReference: '100001' },
    { stockCategory: 'UU', specialStock: 'Q', specialStockReference: 'WBS-1' },
  ].map((stock) => ({ materialNo: materials.bolt, bin: 'A-01', ...stock }))
  await makeOver(
    worldWalker(world(), place),
    'stock-initialisation',
    stocks.map((stock) => ({ ...stock, quantity: '20' })),
    ['submit', 'initialise'],
  )
  const { companyCode, ...where } = place
  const { id } = await world().create('stocktaking', {
    companyCode,
    header: { ...where, countType: 'cycle' },
    lines: stocks,
    actionAfterCreate: 'start',
  })
  expect(await counts.column(id, 'quantity')).toEqual(['20', '20', '20', '20', '20'])
  await world().act('stocktaking', id, 'count', {
    lines: ['19', '18', '23', '16', '25'].map((countedQuantity, index) => ({
      lineNo: index + 1,
      countedQuantity,
    })),
  })
  await world().act('stocktaking', id, 'explain', {
    lines: [1, 2, 3, 4, 5].map((lineNo) => ({ lineNo, differenceReason: 'miscounted' })),
  })
  await world().act('stocktaking', id, 'review')
  if ((await counts.header(id)).state === 'toDirector')
    await world().act('stocktaking', id, 'reviewDirector')
  await world().act('stocktaking', id, 'post')
  await world().send()
  expect((await counts.header(id)).erpState).toBe('posted')
  expect(
    await world().database.query(
      `select i.document_line as line, i.movement_type, i.quantity, greatest(i.from_special_stock, i.to_special_stock) as special_stock
       from erp_posting_item i join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
       where p.document_id = $1 order by 1`,
      [id],
    ),
  ).toEqual([
    { line: 1, movementType: '702', quantity: '1', specialStock: '' },
    { line: 2, movementType: '704', quantity: '2', specialStock: '' },
    { line: 3, movementType: '707', quantity: '3', specialStock: '' },
    { line: 4, movementType: '702', quantity: '4', specialStock: 'K' },
    { line: 5, movementType: '701', quantity: '5', specialStock: 'Q' },
  ])
  await counts.proven()
})
