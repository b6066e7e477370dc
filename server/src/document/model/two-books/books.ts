import { companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { addDays, addMonths, type LocalDate } from '@kufang/kernel/local-date.ts'
import { watchDirectDocuments } from '../../../erp/direct-documents.ts'
import { ErpConnections } from '../../../erp/gateway.ts'
import { interfaceCodes, saveInterface } from '../../../erp/interface-settings.ts'
import { openMirrorSource } from '../../../erp/mirrors/source.ts'
import { startErpSender } from '../../../erp/sender.ts'
import { startStandIn, type StandIn } from '../../../erp/testing/stand-in.ts'
import { synchroniseMirror } from '../../../external-documents/synchronise.ts'
import { settleDocument } from '../../act/settle.ts'
import { newPlace, type Place } from '../../testing/ground.ts'
import { createWorld, worldErpPassword, type World } from '../../testing/world.ts'
import { retriesMax } from './apply-world.ts'
import { demandNames, demandOf, goodsNames, kindOf, supplier, wbsElement } from './goods.ts'
import type { ChosenDay } from './operation.ts'
import { storageBins } from './pools.ts'

/** A world and its ERP, the stand-in: two databases that only the interface connects. */
export interface Books {
  world: World
  standIn: StandIn
  connections: ErpConnections
  /** An hour passes, and the sender works until nothing is due, one posting after the other. */
  send(): Promise<void>
  /** Reads the ERP's documents for those that were made there. */
  watch(): Promise<void>
  close(): Promise<void>
}

/** The area of the bins in which goods are put away. */
export const areaOfStorage = 'C1'

/** The ERP documents on which a run is based, and the place of its goods. */
export interface Ground {
  place: Place
  /** Where goods are transferred to and from. */
  second: Place
  order: string
  reservations: Record<'costCenter' | 'wbsElement', string>
}

const today = companyToday()
const lastMonth = addDays(`${today.slice(0, 7)}-01` as LocalDate, -1)
/** The days that people choose. */
export const days: Record<Exclude<ChosenDay, null>, LocalDate> = {
  today,
  lastMonth,
  tomorrow: addDays(today, 1),
  earlier: addDays(`${lastMonth.slice(0, 7)}-01` as LocalDate, -1),
}
export const monthOf = (day: LocalDate): string => day.slice(0, 7).replace('-', '')
export const nextMonth = monthOf(addMonths(today, 1))

export async function openBooks(): Promise<Books> {
  const world = await createWorld()
  const standIn = await startStandIn(worldErpPassword)
  const { database, secrets, companyCode } = world
  for (const interfaceCode of interfaceCodes)
    await database.transaction((tx) =>
      saveInterface(tx, secrets, {
        companyCode: '',
        interfaceCode,
        change: {
          baseUrl: standIn.url,
          account: 'KUFANG',
          secret: worldErpPassword,
          sapClient: '100',
          isOn: true,
          isSimulated: false,
          timeoutMs: 20_000,
          retriesMax,
          retryDelaySeconds: 60,
          unknownWaitSeconds: 600,
          secondLookSeconds: 60,
        },
        userId: newId(),
      }),
    )
  const problems: unknown[] = []
  const access = {
    database,
    secrets,
    defaultBaseUrl: standIn.url,
    outgoing: { hosts: [], allowsLoopback: true },
    onError: (error: unknown) => problems.push(error),
  }
  const connections = new ErpConnections(access)
  await standIn.control('POST', '/stand-in/seed', {
    plants: [{ plant: '0001', companyCode, storageLocations: [] }],
    suppliers: [{ supplier, name: '供应商甲' }],
    products: [...new Set(goodsNames.map((name) => kindOf(name).materialNo))].map(productOf),
  })
  await permitExceptions(world)
  await synchroniseMirror({ database, connections }, 'material', companyCode)
  await giveSecondUnits(world)
  return {
    world,
    standIn,
    connections,
    async send() {
      await database.query(
        `update erp_posting set next_attempt_at = next_attempt_at - interval '1 hour', sent_at = sent_at - interval '1 hour'
         where state in ('pending', 'unknown')`,
      )
      const sender = startErpSender({
        ...access,
        log: () => undefined,
        onSettled: settleDocument,
        parallelMax: 1,
        pollMs: 3_600_000,
        lookFirstBefore: new Date(0),
      })
      await sender.drain()
      await sender.stop()
      if (problems.length > 0) throw new AggregateError(problems.splice(0), 'the sender broke')
    },
    async watch() {
      await watchDirectDocuments({
        database,
        source: await openMirrorSource(connections, companyCode, 'material-document'),
        settings: (await connections.connect(companyCode, 'material-document')).settings,
        companyCode,
        changedUntil: new Date().toISOString(),
        onSettled: settleDocument,
      })
    },
    async close() {
      await world.close()
      await standIn.stop()
    },
  }
}

/** Goods move today; what is posted last month takes the exception. Issues may take what a consignor owns. */
async function permitExceptions({ database, companyCode }: World): Promise<void> {
  await database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     values ($1, gen_random_uuid(), 'posting.daysBeforeMovement', '31', '2020-01-01', gen_random_uuid(), '测试'),
       ($1, gen_random_uuid(), 'issue.specialStock', '"own-then-consignment"', '2020-01-01', gen_random_uuid(), '测试')`,
    [companyCode],
  )
}

/** Goods that are weighed: the ERP knows nothing of it. */
async function giveSecondUnits({ database }: World): Promise<void> {
  for (const { materialNo, second } of goodsNames.map(kindOf))
    if (second !== undefined)
      await database.query(
        `update material set second_unit = $2, second_numerator = $3, second_denominator = $4,
           second_deviation_percent = 5 where material_no = $1`,
        [materialNo, second.unit, second.numerator, second.denominator],
      )
}

function productOf(product: string) {
  const kind = goodsNames.map(kindOf).find(({ materialNo }) => materialNo === product)!
  return {
    product,
    descriptions: { ZH: product },
    baseUnit: 'EA',
    productGroup: 'G1',
    price: '12.50',
    isInspected: kind.isInspected,
    units: kind.unit ? [kind.unit] : [],
  }
}

let sequence = 0

/** A new storage location with an order and two reservations, as the ERP tells of them. */
export async function newGround({ world, standIn, connections }: Books): Promise<Ground> {
  const place = await newPlace(world)
  const second = await newPlace(world)
  const { plant, companyCode, storageLocation } = place
  await world.database.query(
    `update bin set area = $2 where company_code = $1 and storage_location = any ($3) and bin = any ($4)`,
    [companyCode, areaOfStorage, [storageLocation, second.storageLocation], storageBins],
  )
  sequence += 1
  const number = String(sequence).padStart(6, '0')
  const reservations = { costCenter: `81${number}`, wbsElement: `82${number}` }
  const accounts = { costCenter: { costCenter: 'CC100' }, wbsElement: { wbsElement } }
  await standIn.control('POST', '/stand-in/seed', {
    plants: [{ plant, companyCode, storageLocations: [storageLocation, second.storageLocation] }],
    purchaseOrders: [
      {
        purchaseOrder: `4700${number}`,
        companyCode,
        supplier,
        orderDate: '2026-11-01',
        items: goodsNames.map((name) => orderItem(name, place, priceOf(sequence))),
      },
    ],
    reservations: (['costCenter', 'wbsElement'] as const).map((account) => ({
      reservation: reservations[account],
      movementType: account === 'costCenter' ? '201' : '221',
      reservationDate: '2026-11-02',
      account: accounts[account],
      items: demandNames
        .map(demandOf)
        .filter((demand) => demand.account === account)
        .map((demand) => ({
          item: String(demand.item),
          product: kindOf(demand.takes[0]!).materialNo,
          plant,
          storageLocation,
          quantity: String(demand.foreseen),
          requirementDate: '2099-12-01',
          ...(demand.named === '' ? {} : { specialStock: demand.named }),
          ...(demand.named === 'K' ? { supplier } : {}),
        })),
    })),
  })
  const { database } = world
  for (const mirror of ['purchase-order', 'reservation'] as const)
    await synchroniseMirror({ database, connections }, mirror, companyCode)
  const idOf = async (table: string, docNo: string) =>
    (await database.query<{ id: string }>(`select id from ${table} where doc_no = $1`, [docNo]))[0]!
      .id
  return {
    place,
    second,
    order: await idOf('purchase_order', `4700${number}`),
    reservations: {
      costCenter: await idOf('reservation', reservations.costCenter),
      wbsElement: await idOf('reservation', reservations.wbsElement),
    },
  }
}

/** Each run buys at another price, so that the ERP's moving average is not what was estimated. */
const priceOf = (run: number): string => (12.5 + (run % 7) * 1.13).toFixed(2)

/** Ordered in its own unit, if the goods have one. */
function orderItem(
  name: (typeof goodsNames)[number],
  { plant, storageLocation }: Place,
  netPrice: string,
) {
  const { item, materialNo, ordered, specialStock, unit } = kindOf(name)
  return {
    item: String(item),
    product: materialNo,
    plant,
    storageLocation,
    quantity: String(unit ? (ordered * unit.denominator) / unit.numerator : ordered),
    unit: unit?.unit ?? 'EA',
    netPrice,
    deliveryDate: '2099-12-01',
    ...(specialStock === 'K' ? { itemCategory: 'K' } : {}),
    ...(specialStock === 'Q' ? { accountAssignmentCategory: 'Q', account: { wbsElement } } : {}),
  }
}
