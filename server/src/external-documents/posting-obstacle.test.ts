import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOver, walk } from '../document/journey/walk.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { goods, newPlace, ordered, reserved, type Place } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worldErpPassword } from '../document/testing/world.ts'
import { saveInterface } from '../erp/interface-settings.ts'
import { ErpConnections } from '../erp/gateway.ts'
import { startStandIn, type StandIn } from '../erp/testing/stand-in.ts'
import { synchroniseMirror } from './synchronise.ts'

// SAP posts goods with a serial number profile only with a serial number for each piece (M7 175), which the documents that
// move them carry. Goods with split valuation are posted with their
// valuation type.

const world = useWorld()
let standIn: StandIn
let place: Place

beforeAll(async () => {
  place = await newPlace(world())
  standIn = await startStandIn(worldErpPassword)
  const { plant, companyCode, storageLocation } = place
  const product = { baseUnit: 'EA', plants: [plant], price: '900' }
  await standIn.control('POST', '/stand-in/seed', {
    plants: [{ plant, companyCode, storageLocations: [storageLocation] }],
    products: [
      {
        ...product,
        product: 'PUMP-1',
        descriptions: { ZH: '离心泵' },
        serialNumberProfile: 'SN01',
      },
      {
        ...product,
        product: 'MOTOR-1',
        descriptions: { ZH: '电机' },
        valuationCategory: 'C',
        valuationTypes: ['NEW', 'REPAIRED'],
      },
      { ...product, product: 'GASKET-1', descriptions: { ZH: '垫片' } },
    ],
  })
  const { database, secrets } = world()
  await database.transaction((tx) =>
    saveInterface(tx, secrets, {
      companyCode: '',
      interfaceCode: 'product',
      change: {
        baseUrl: standIn.url,
        account: 'KUFANG',
        secret: worldErpPassword,
        isOn: true,
        isSimulated: false,
        timeoutMs: 20_000,
        retryDelaySeconds: 0,
      },
      userId: newId(),
    }),
  )
  const connections = new ErpConnections({
    database,
    secrets,
    defaultBaseUrl: standIn.url,
    outgoing: { hosts: [], allowsLoopback: true },
    onError: (error) => {
      throw error
    },
  })
  await synchroniseMirror({ database, connections }, 'material', companyCode)
})
afterAll(() => standIn.stop())

const line = (materialNo: string) => ({
  ...goods(1)[0]!,
  materialNo,
  unit: 'EA',
  materialGroup: 'G1',
})
const request = async (...materialNos: string[]) => {
  const reservation = await reserved(world(), place, materialNos.map(line))
  return () =>
    world().create('requisition', {
      header: { pickingUnit: 'U1', requester: 'P1', requiredDate: '2099-01-01' },
      lines: materialNos.map((_one, index) => ({
        source: { id: reservation, lineNo: index + 1 },
        quantity: '1',
      })),
    })
}
const announce = async (materialNo: string) => {
  const order = await ordered(world(), place, [line(materialNo)])
  return () =>
    world().create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: [{ source: { id: order, lineNo: 1 }, quantity: '1' }],
    })
}
describe('goods that SAP posts only with serial numbers', () => {
  test('are requested and announced, because the documents that move them have serial numbers', async () => {
    const asked = await (await request('GASKET-1', 'PUMP-1', 'MOTOR-1'))()
    expect((await world().read('requisition', asked.id)).lines).toHaveLength(3)
    for (const materialNo of ['GASKET-1', 'PUMP-1', 'MOTOR-1']) {
      const { id } = await (await announce(materialNo))()
      expect((await world().read('delivery-note', id)).lines).toHaveLength(1)
    }
  })

  test('are entered as new stock by piece, and not without numbers', async () => {
    const enter = (line: object) =>
      world().create('stock-initialisation', {
        companyCode: place.companyCode,
        header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
        lines: [
          {
            materialNo: 'PUMP-1',
            quantity: '5',
            bin: 'A-01',
            stockCategory: 'UU',
            amount: '125.00',
            ...line,
          },
        ],
      })
    await expectRefused(world(), () => enter({ serialNumbers: ['P1'] }), [
      { code: 'serial-numbers-required', line: 1, field: 'serialNumbers' },
    ])
    const { id } = await enter({ serialNumbers: ['P1', 'P2', 'P3', 'P4', 'P5'] })
    const walker = worldWalker(world(), place)
    await walk(walker, 'stock-initialisation', id, ['submit', 'initialise'])
    expect((await world().read('stock-initialisation', id)).header.state).toBe('initialised')
  })

  test('are counted by piece: what is missing and what is too much is adjusted', async () => {
    const walker = worldWalker(world(), place)
    const line = { materialNo: 'PUMP-1', quantity: '5' }
    const count = await makeOver(walker, 'stocktaking', [line], ['start'])
    const found = (...countedSerialNumbers: string[]) => ({
      lines: [
        { lineNo: 1, countedQuantity: String(countedSerialNumbers.length), countedSerialNumbers },
      ],
    })
    const enter = (countedQuantity: string, ...numbers: string[]) =>
      world().act('stocktaking', count, 'count', {
        lines: [{ ...found(...numbers).lines[0]!, countedQuantity }],
      })
    const at = { line: 1, field: 'countedSerialNumbers' }
    await expectRefused(world(), () => enter('5', 'P1', 'P2'), [
      { code: 'serial-numbers-required', ...at, params: { quantity: '5', given: 2 } as never },
    ])
    await world().act('stocktaking', count, 'count', found('P1', 'P2', 'P3', 'P4', 'Q9'))
    const { header, lines } = await world().read('stocktaking', count)
    // As many pieces as the books have, but not the same.
    expect(header.state).toBe('differing')
    expect(lines[0]).toMatchObject({
      differenceQuantity: '0',
      missingSerialNumbers: ['P5'],
      surplusSerialNumbers: ['Q9'],
    })
    await world().act('stocktaking', count, 'explain', {
      lines: [{ lineNo: 1, differenceReason: 'missingTransaction' }],
    })
    await world().act('stocktaking', count, 'review')
    const pieces = await world().database.query<{ serialNo: string }>(
      `select serial_no from stock_serial_number where material_no = 'PUMP-1' and key_id is not null order by 1`,
    )
    expect(pieces.map(({ serialNo }) => serialNo)).toEqual(['P1', 'P2', 'P3', 'P4', 'Q9'])
  })
})
