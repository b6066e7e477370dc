import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOver } from '../document/journey/walk.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { goods, newPlace, ordered, reserved, type Place } from '../document/testing/ground.ts'
import { expectRefused, useWorld } from '../document/testing/trade.ts'
import { worldErpPassword } from '../document/testing/world.ts'
import { saveInterface } from '../erp/interface-settings.ts'
import { ErpConnections } from '../erp/gateway.ts'
import { startStandIn, type StandIn } from '../erp/testing/stand-in.ts'
import { synchroniseMirror } from './synchronise.ts'

// SAP posts goods with a serial number profile only with a serial number for each piece (M7 175), which is not sent yet: the
// first document about them says so. Goods with split valuation are posted with their valuation type.

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
const refused = (materialNo: string, lineNo = 1) => ({
  code: 'material-not-postable' as const,
  line: lineNo,
  field: 'materialNo',
  params: { material: materialNo, plant: place.plant, obstacle: '须逐件传送序列号' } as never,
})

const setParameter = (value: 'permitted' | 'refused', validFrom: string) =>
  world().database.query(
    `insert into business_parameter (company_code, plant, id, name, value, valid_from, changed_by, changed_by_name)
     values ($1, $2, gen_random_uuid(), 'goods.postingObstacle', to_jsonb($3::text), $4, gen_random_uuid(), '测试')`,
    [place.companyCode, place.plant, value, validFrom],
  )

describe('goods that SAP posts only with what is not sent', () => {
  test('are neither requested nor announced, and others are', async () => {
    const all = await request('GASKET-1', 'PUMP-1', 'MOTOR-1')
    await expectRefused(world(), all, [refused('PUMP-1', 2)])
    await expectRefused(world(), await announce('PUMP-1'), [refused('PUMP-1')])
    await (
      await request('GASKET-1', 'MOTOR-1')
    )()
    for (const materialNo of ['GASKET-1', 'MOTOR-1']) await (await announce(materialNo))()
  })

  test('are not entered as new stock, but taken over where the ERP holds them', async () => {
    const enter = (origin: 'new' | 'erp') =>
      world().create('stock-initialisation', {
        companyCode: place.companyCode,
        header: { plant: place.plant, storageLocation: place.storageLocation, origin },
        lines: [{ materialNo: 'PUMP-1', quantity: '1', bin: 'A-01', stockCategory: 'UU' }],
      })
    await expectRefused(world(), () => enter('new'), [refused('PUMP-1')])
    const { id } = await enter('erp')
    expect((await world().read('stock-initialisation', id)).lines).toHaveLength(1)
  })

  test('are accepted in a plant whose postings need none', async () => {
    const ask = await request('PUMP-1')
    await setParameter('permitted', '2020-01-01')
    const { id } = await ask()
    expect((await world().read('requisition', id)).lines).toHaveLength(1)
  })

  test('are counted, but not adjusted to a difference that could not be posted, which is written off instead', async () => {
    const walker = worldWalker(world(), place)
    const line = { materialNo: 'PUMP-1', quantity: '5' }
    // The plant still permits them.
    await makeOver(walker, 'stock-initialisation', [line], ['submit', 'initialise'])
    const count = await makeOver(walker, 'stocktaking', [line], ['start', 'count', 'explain'])
    await setParameter('refused', '2020-01-02')
    const review = () => world().act('stocktaking', count, 'review')
    await expectRefused(world(), review, [refused('PUMP-1')])
    await world().act('stocktaking', count, 'writeOffDifferences')
  })
})
