import { expect, test } from 'vitest'
import { makeOver } from '../document/journey/walk.ts'
import { newPlace, ordered } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { replaceValuationTypes, upsertMaterials } from '../masters/public.ts'

// Each plant has its own valuation types of a material: what leaves one company is received in the other as its order says.

const world = useWorld()
const there = () => world().in('1020')
const materialNo = 'V-PUMP'

test('goods issued to another company are received there under the valuation type of the internal order', async () => {
  const place = await newPlace(world())
  const receiving = await newPlace(there())
  await world().database.transaction(async (tx) => {
    const facts = { materialGroup: 'G1', unit: 'EA', isBatchManaged: false, isActive: true }
    await upsertMaterials(tx, [
      { materialNo, description: '离心泵', ...facts, isSplitValued: true },
    ])
    const types = [
      { valuationArea: place.plant, valuationType: 'NEW' },
      { valuationArea: receiving.plant, valuationType: 'GROUP' },
    ]
    await replaceValuationTypes(tx, [{ materialNo, valuationTypes: types }])
  })
  const walker = worldWalker(world(), place, worldWalker(there(), receiving))
  const stock = await world().create('stock-initialisation', {
    companyCode: place.companyCode,
    header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
    lines: [{ materialNo, quantity: '5', bin: 'A-01', stockCategory: 'UU', valuationType: 'NEW' }],
    actionAfterCreate: 'submit',
  })
  await world().act('stock-initialisation', stock.id, 'initialise')
  const goods = { materialNo, quantity: '2', unit: 'EA', materialGroup: 'G1' }
  const orderFor = async (line: object) => {
    const header = { supplyingPlant: place.plant }
    const id = await ordered(there(), receiving, [{ ...goods, ...line }], header)
    const { lines } = await there().read('purchase-order', id)
    const deliveryNo = await walker.delivers!({ id, lines }, [goods])
    return [{ ...goods, batch: 'NEW', elsewhere: { ...lines[0]!, deliveryNo, deliveryItem: 10 } }]
  }
  const unsaid = await orderFor({})
  const issue = (lines: Awaited<ReturnType<typeof orderFor>>) =>
    makeOver(walker, 'cross-company-issue', lines, ['submit', 'approve', 'issue'])
  await expectRefused(world(), () => issue(unsaid), [
    {
      code: 'valuation-type-not-ordered',
      line: 1,
      field: 'internalOrderLine',
      params: { material: materialNo, plant: receiving.plant, types: 'GROUP' } as never,
    },
  ])
  const id = await issue(await orderFor({ valuationType: 'GROUP' }))
  await world().act('cross-company-issue', id, 'post')
  await world().send()
  const rows = await world().database.query(
    `select company_code, batch, quantity from stock_balance where material_no = $1 and has_stock order by 1`,
    [materialNo],
  )
  expect(rows).toEqual([
    { companyCode: place.companyCode, batch: 'NEW', quantity: '3' },
    { companyCode: '1020', batch: 'GROUP', quantity: '2' },
  ])
  const sent = await world().database.query(
    `select i->>'valuationType' as type from erp_posting p cross join jsonb_array_elements(p.payload->'items') i
     where p.document_type in ('cross-company-issue', 'linked-arrival') order by p.document_type`,
  )
  expect(sent).toEqual([{ type: 'NEW' }, { type: 'GROUP' }])
})
