import { isPositive, parseQuantity, subtractQuantity } from '@kufang/kernel/quantity.ts'
import { make, walk, wayTo } from '../document/journey/walk.ts'
import { readNumbers, type DemandName } from '../external-documents/public.ts'
import type { ErpConnections } from '../erp/gateway.ts'
import type { Database } from '../platform/database/database.ts'
import { findDeliverable, findSalesOrder } from './beginnings.ts'
import type { DemonstrationCompany } from './company.ts'
import { callStandIn, seedForErp } from './seed-for-erp.ts'
import type { DemandChange, Stage } from './stage.ts'
import { stageWalker, type Beginning } from './stage-walker.ts'
import type { Story } from './story.ts'

// Reservations and a sales order that a planner changes in the ERP while the unit waits for the goods. They are theirs alone.

/** The first reservation behind those whose goods are delivered. */
const firstReservation = 14
/** The first sales order that no other story takes. */
const firstSalesOrder = 5

interface SeedItem {
  quantity: string
}

/** One less of what is required, if that leaves something. */
function reduced(item: SeedItem): { quantity: string } {
  const less = subtractQuantity(parseQuantity(item.quantity), parseQuantity('1'))
  return { quantity: isPositive(less) ? less : item.quantity }
}

/** A planner changes a reservation or sales order in the stand-in, and the product reads it again. */
export function changingDemandIn(
  erpUrl: string,
  database: Database,
  connections: ErpConnections,
  company: DemonstrationCompany,
): Stage['changeDemandInErp'] {
  return async (name, docNo, change) => {
    const { reservations, salesOrders } = seedForErp(company)
    const seed =
      name === 'reservation'
        ? {
            reservations: reservations
              .filter(({ reservation }) => reservation === docNo)
              .map((one) => ({
                ...one,
                items: one.items.map((item) => ({
                  ...item,
                  ...(change === 'reduce' && reduced(item)),
                  ...(change === 'delete' && { isMarkedForDeletion: true }),
                  ...(change === 'postpone' && { requirementDate: '2027-12-31' }),
                })),
              })),
          }
        : {
            salesOrders: salesOrders
              .filter(({ salesOrder }) => salesOrder === docNo)
              .map((one) => ({
                ...one,
                items: one.items.map((item) => ({
                  ...item,
                  ...(change === 'postpone' && { deliveryDate: '2027-12-31' }),
                })),
              })),
          }
    await callStandIn(erpUrl, 'seed', seed)
    const signal = AbortSignal.timeout(60_000)
    await readNumbers({ database, connections }, name, '1010', [docNo], signal)
  }
}

/** Has the stand-in make outbound deliveries of internal orders, which the product then reads. */
export function deliveringIn(
  erpUrl: string,
  database: Database,
  connections: ErpConnections,
): Stage['deliverInErp'] {
  let made = 0
  return async ({ orderNo, receivingPlant, plant, storageLocation, items }) => {
    made += 1
    const delivery = `82${orderNo.slice(-4)}${String(made).padStart(2, '0')}`
    await callStandIn(erpUrl, 'seed', {
      deliveries: [
        {
          delivery,
          reference: 'purchase-order',
          shipToParty: receivingPlant,
          receivingPlant,
          items: items.map(({ materialNo, quantity, orderItem }, index) => ({
            item: String((index + 1) * 10),
            product: materialNo,
            plant,
            storageLocation,
            quantity,
            order: orderNo,
            orderItem: String(orderItem),
          })),
        },
      ],
    })
    const signal = AbortSignal.timeout(60_000)
    await readNumbers({ database, connections }, 'outbound-delivery', '1010', [orderNo], signal)
    return delivery
  }
}

/**
 * What the unit has, what the planner does then, how far the problem gets, and what the unit does with what it has. Of what is
 * deleted nothing stays open, because whoever tries the demonstration could not issue it.
 */
const told: Record<
  string,
  readonly [
    demand: DemandName,
    document: string,
    point: string,
    change: DemandChange,
    ofProblem: readonly string[],
    ofDocument: readonly string[],
  ]
> = {
  raised: ['reservation', 'requisition', 'approved', 'reduce', [], []],
  answered: ['reservation', 'goods-issue', 'picked', 'postpone', ['answer'], []],
  closed: ['reservation', 'requisition', 'approved', 'delete', ['answer'], ['writeOff']],
  ofSale: ['sales-order', 'requisition', 'approvedForSale', 'postpone', [], []],
}

const begin = (stage: Stage, demand: DemandName, index: number): Promise<Beginning> =>
  demand === 'reservation'
    ? findDeliverable(stage, firstReservation + index)
    : findSalesOrder(stage, firstSalesOrder)

export const demandStories: readonly Story[] = Object.entries(told).map(
  ([end, [demand, document, point, change, ofProblem, ofDocument]], index) => ({
    name: `demand-${end}`,
    async tell(stage) {
      const beginning = await begin(stage, demand, index)
      const walker = stageWalker(stage, beginning)
      const id = await make(walker, document, [], wayTo(document, point))
      const table = demand === 'reservation' ? 'reservation' : 'sales_order'
      const [found] = await stage.database.query<{ docNo: string }>(
        `select doc_no from ${table} where company_code = '1010' and id = $1`,
        [beginning.id],
      )
      const { docNo } = found!
      await stage.changeDemandInErp(demand, docNo, change)
      const problem = await walker.successorOf(demand, beginning.id, 'demand-problem')
      if (problem === undefined) throw new Error(`${demand} ${docNo} made no problem`)
      await walk(walker, 'demand-problem', problem, ofProblem)
      await walk(walker, document, id, ofDocument)
    },
  }),
)
