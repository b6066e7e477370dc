import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import { codesOf } from '../document/conformance/subject.ts'
import { previewAction, runAction } from '../document/service/service.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { person } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'

const name = 'unannounced-arrival'
const world = useWorld()
const trade = tradeOf(world, name)

test('goods without a delivery note get it from their supplier and no other, who does not learn where they lie', async () => {
  const { database } = world()
  const id = await trade.make(await newPlace(world()), 'awaiting', goods(1))
  const { header, lines } = await world().read(name, id)
  const given = {
    version: header.version,
    input: { reference: 'FH88003' },
    lines: lines.map(({ lineNo, quantity: quantitySupplemented }) => ({
      lineNo,
      quantitySupplemented,
    })),
  }
  const { role } = cataloguePage('/deliverManager/supplierMaintain')
  const supplier = (supplierNo: string) => ({
    session: person('供应商', [role], { supplierNo }),
    functionCodes: new Set<string>(),
  })
  const asked = [id, 'supplement', given] as const
  const preview = await previewAction(database, supplier('100001'), name, ...asked)
  expect(preview).toMatchObject({ moves: [], after: { state: 'supplemented' } })
  const other = runAction(database, supplier('100002'), name, ...asked, newId())
  expect(await codesOf(other)).toEqual(['not-found'])
  await runAction(database, supplier('100001'), name, ...asked, newId())
  expect(await trade.header(id)).toMatchObject({ state: 'supplemented' })
})
