import { expect, test } from 'vitest'
import type { FlowResponse } from '@kufang/contract/document/api.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { walk } from '../document/journey/walk.ts'
import { documentCalls } from '../document/testing/http.ts'
import { person } from '../document/testing/small-company.ts'
import { useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { useSerialGoods } from './testing/serial-trial.ts'

const world = useWorld()
const trial = useSerialGoods(world)

test('the flow names the pieces of each document, the first ones of many, to who may read it', async () => {
  const numbers = Array.from({ length: 24 }, (_none, index) => `F-${index + 10}`)
  const { id: note } = await world().create('delivery-note', {
    header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
    lines: [{ source: { id: trial().order, lineNo: 20 }, quantity: '24', serialNumbers: numbers }],
  })
  await walk(worldWalker(world(), trial().place), 'delivery-note', note, ['submit', 'confirm'])
  await world().create('arrival', {
    header: { visualCheck: 'intact' },
    lines: [
      {
        source: { id: note, lineNo: 1 },
        quantity: '2',
        bin: 'R-01',
        serialNumbers: ['F-11', 'F-10'],
      },
    ],
    actionAfterCreate: 'confirm',
  })
  const flowFor = async (roles: readonly string[]) => {
    const app = await documentCalls(world().database, person('查询员', roles))
    const { body } = await app.inject({
      method: 'GET',
      url: `/api/documents/delivery-note/${note}/flow`,
    })
    await app.close()
    const { nodes } = (JSON.parse(body) as { datas: FlowResponse }).datas
    const pieces = (type: string) => {
      const node = nodes.find((one) => one.type === type)
      return node?.id == null ? null : node.pieces
    }
    return { pieces }
  }
  const types = ['arrival', 'delivery-note', 'purchase-order']
  const all = await flowFor(types.flatMap((type) => rolesForReading(documentDefinition(type)!)))
  expect(all.pieces('arrival')).toEqual({ count: 2, serialNumbers: ['F-11', 'F-10'] })
  expect(all.pieces('delivery-note')).toEqual({ count: 24, serialNumbers: numbers.slice(0, 20) })
  expect(all.pieces('purchase-order')).toBeUndefined()

  // Who reads delivery notes alone sees of the arrival type and number.
  const own = await flowFor(['SHDCX'])
  expect(own.pieces('delivery-note')?.count).toBe(24)
  expect(own.pieces('arrival')).toBeNull()
})
