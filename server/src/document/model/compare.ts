import type { World } from '../testing/world.ts'
import type { Model } from './model.ts'
import { kinds } from './operation.ts'
import { materialOf, type Ground } from './run.ts'

/** The database content in the terms of the model. */
export async function actual(world: World, ground: Ground, model: Model): Promise<unknown> {
  const { storageLocation } = ground.place
  const balances = await world.database.query<{
    materialNo: string
    stockCategory: string
    quantity: string
    reserved: string
  }>(
    `select material_no, stock_category, sum(quantity) as quantity, sum(reserved) as reserved from stock_balance
     where storage_location = $1 group by 1, 2`,
    [storageLocation],
  )
  const balance = (materialNo: string, category: string, part: 'quantity' | 'reserved') =>
    Number(
      balances.find((row) => row.materialNo === materialNo && row.stockCategory === category)?.[
        part
      ] ?? 0,
    )
  const order = (await world.read('purchase-order', ground.order)).lines
  const reservation = (await world.read('reservation', ground.reservation)).lines
  const done = async (name: string, ids: readonly string[], field = 'doneQuantity') =>
    Promise.all(ids.map(async (id) => Number((await world.read(name, id)).lines[0]![field])))
  return {
    ...Object.fromEntries(
      kinds.map((one, position) => [
        one,
        {
          stock: balance(materialOf[one], 'UU', 'quantity'),
          reserved: balance(materialOf[one], 'UU', 'reserved'),
          inInspection: balance(materialOf[one], 'QI', 'quantity'),
          blocked: balance(materialOf[one], 'BL', 'quantity'),
          announced: Number(order[position]!.doneQuantity),
          asked: Number(reservation[position]!.doneQuantity),
        },
      ]),
    ),
    arrived: await done(
      'delivery-note',
      model.notes.map(({ id }) => id),
    ),
    heldOfNotes: await done(
      'delivery-note',
      model.notes.map(({ id }) => id),
      'heldQuantity',
    ),
    received: await done(
      'arrival',
      model.arrivals.map(({ id }) => id),
    ),
    issued: await done(
      'requisition',
      model.requests.map(({ id }) => id),
    ),
    held: await done(
      'requisition',
      model.requests.map(({ id }) => id),
      'reservedQuantity',
    ),
  }
}

export function expected(model: Model): unknown {
  return {
    ...Object.fromEntries(
      kinds.map((one) => [
        one,
        {
          stock: model.stock(one),
          reserved: model.reserved(one),
          inInspection: model.inInspection(one),
          blocked: model.blocked(one),
          announced: model.announced(one),
          asked: model.asked(one),
        },
      ]),
    ),
    arrived: model.notes.map((note) => note.arrived),
    heldOfNotes: model.notes.map((_note, index) => model.heldOf(index)),
    received: model.arrivals.map((arrival) => arrival.received + arrival.blocked),
    issued: model.requests.map((request) => request.issued),
    held: model.requests.map((request) => request.held),
  }
}
