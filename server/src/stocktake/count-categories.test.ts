import { expect, test } from 'vitest'
import { makeOver } from '../document/journey/walk.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { materials } from '../document/testing/small-company.ts'
import { approveReversal, expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'
import { connectedTo, standInFor } from '../document/testing/trial.ts'
import { worldWalker } from '../document/testing/world-walker.ts'

// Own, consignment and project stock, and each stock category, are counted on lines of their own, and the ERP is told of their
// differences with the movement types of the category (domain.md 1.4).

const world = useWorld()
const counts = tradeOf(world, 'stocktaking')

const stocks = [
  { stockCategory: 'UU' },
  { stockCategory: 'QI' },
  { stockCategory: 'BL' },
  { stockCategory: 'UU', specialStock: 'K', specialStockReference: '100001' },
  { stockCategory: 'UU', specialStock: 'Q', specialStockReference: 'WBS-1' },
].map((stock) => ({ materialNo: materials.bolt, bin: 'A-01', ...stock }))

/** Puts 20 pieces of each stock into a place, and counts them. */
async function adjusted(place: Place): Promise<string> {
  await makeOver(
    worldWalker(world(), place),
    'stock-initialisation',
    stocks.map((stock) => ({ ...stock, quantity: '20' })),
    ['submit', 'initialise'],
  )
  return counted(place)
}

async function begun({ companyCode, ...where }: Place, lines = stocks): Promise<string> {
  const { id } = await world().create('stocktaking', {
    companyCode,
    header: { ...where, countType: 'cycle' },
    lines,
    actionAfterCreate: 'start',
  })
  return id
}

/** Counts 20 pieces of each stock to other quantities, and has the differences reviewed. */
async function counted(place: Place): Promise<string> {
  const id = await begun(place)
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
  return id
}

test('unrestricted, inspection and blocked stock, consignment and project stock are counted apart and booked as 701/702, 703/704 and 707/708', async () => {
  const id = await adjusted(await newPlace(world()))
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

test('where the ERP posts differences by inventory documents only, they are posted so, and taken back by other counts', async () => {
  const place = await newPlace(world())
  const { plant, storageLocation } = place
  const standIn = await standInFor(world(), place)
  world().onClose(() => standIn.stop())
  await connectedTo(world(), standIn)
  const here = { product: materials.bolt, plant, storageLocation, quantity: '20' }
  await standIn.control('POST', '/stand-in/seed', {
    stock: [
      here,
      { ...here, stockType: '02' },
      { ...here, stockType: '07' },
      { ...here, specialStock: 'K', supplier: '100001' },
      { ...here, specialStock: 'Q', wbsElement: 'WBS-1' },
    ],
  })
  await standIn.control('POST', '/stand-in/settings', { inventoryDocumentPlants: plant })
  // As goods movements the ERP refuses them.
  const asMovements = await adjusted(place)
  await world().act('stocktaking', asMovements, 'post')
  await world().send()
  expect((await counts.header(asMovements)).erpState).toBe('failed')
  await approveReversal(world(), 'stocktaking', asMovements)
  await world().act('stocktaking', asMovements, 'reversePhysical')

  await world().database.query(
    `insert into business_parameter (company_code, id, plant, name, value, valid_from, changed_by, changed_by_name)
     values ($1, gen_random_uuid(), $2, 'posting.countDifferences', '"inventory-documents"', '2020-01-01', gen_random_uuid(), '测试')`,
    [place.companyCode, plant],
  )
  const id = await counted(place)
  await world().act('stocktaking', id, 'post')
  await world().send()
  expect((await counts.header(id)).erpState).toBe('posted')
  const postings = () =>
    world().database.query(
      `select p.interface_code, p.direction, p.state,
         string_agg(i.movement_type || greatest(i.from_special_stock, i.to_special_stock) || ' ' || trim_scale(i.posted_quantity), ', '
           order by i.item_no) as movements
       from erp_posting p join erp_posting_item i on i.company_code = p.company_code and i.posting_id = p.id
       where p.document_id = $1 group by p.company_code, p.id order by p.sequence`,
      [id],
    )
  const posted = { interfaceCode: 'physical-inventory', direction: 'post', state: 'posted' }
  const movements = ['702 1, 704 2', '707 3', '702K 4', '701Q 5']
  expect(await postings()).toEqual(movements.map((one) => ({ ...posted, movements: one })))

  await approveReversal(world(), 'stocktaking', id)
  await world().act('stocktaking', id, 'reverse')
  await world().send()
  const reversed = { ...posted, direction: 'reverse' }
  expect((await postings()).slice(4)).toEqual(
    movements.toReversed().map((one) => ({ ...reversed, movements: one })),
  )
  expect((await counts.header(id)).erpState).toBe('reversed')
  await counts.proven()

  const pieces = await begun(place, stocks.slice(0, 1))
  await world().act('stocktaking', pieces, 'count', {
    lines: [{ lineNo: 1, countedQuantity: '18' }],
  })
  await world().act('stocktaking', pieces, 'explain', {
    lines: [{ lineNo: 1, differenceReason: 'lost' }],
  })
  // The service of inventory documents takes no serial numbers.
  await world().database.query(
    `update material set is_serial_managed = true where material_no = $1`,
    [materials.bolt],
  )
  await expectRefused(world(), () => world().act('stocktaking', pieces, 'review'), [
    {
      code: 'count-pieces-in-erp',
      line: 1,
      field: 'materialNo',
      params: { material: materials.bolt, plant },
    },
  ])
})
