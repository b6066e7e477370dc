import { accepted, arrived } from '../../document/testing/core-flow.ts'
import { goods, newPlace, type Place } from '../../document/testing/ground.ts'
import { pastTriggersOf } from '../../platform/testing/past-triggers.ts'
import type { World } from '../../document/testing/world.ts'

/** An arrival of one line, with its receipt if it was reviewed. */
export interface ReviewedArrival {
  arrival: string
  docNo: string
  receipt: string | null
  place: Place
}

/**
 * An arrival of one line in a storage location of its own, confirmed at eight in the morning of a day, whose receipt was
 * reviewed so many days later; null if it was not.
 */
export async function reviewedAfter(
  world: World,
  days: number | null,
  confirmedOn: string,
): Promise<ReviewedArrival> {
  const place = await newPlace(world)
  // What is inspected cannot be taken back any more.
  const arrival =
    days === null
      ? (await arrived(world, place, goods(1))).arrival
      : await accepted(world, place, goods(1))
  const { database } = world
  const confirmedAt = `${confirmedOn}T08:00:00+08:00`
  let receipt: string | null = null
  if (days !== null) {
    receipt = await reviewedReceipt(world, arrival)
    const values = [receipt, confirmedAt, days]
    const reviewedAt = '$2::timestamptz + make_interval(days => $3)'
    await pastTriggersOf(database.pool, async (client) => {
      await client.query(
        `update goods_receipt set acts = jsonb_set(acts, '{review,at}', to_jsonb((${reviewedAt})::text)) where id = $1`,
        values,
      )
      await client.query(
        `update item_history set at = ${reviewedAt} where document_id = $1 and event = 'reviewed'`,
        values,
      )
    })
  }
  const [row] = await database.query<{ docNo: string }>(
    `update arrival set acts = jsonb_set(acts, '{confirm,at}', to_jsonb($2::text)) where id = $1 returning doc_no`,
    [arrival, confirmedAt],
  )
  return { arrival, docNo: row!.docNo, receipt, place }
}

/** A receipt of the whole line of an arrival, reviewed now. */
async function reviewedReceipt(world: World, arrival: string): Promise<string> {
  const [line] = (await world.read('arrival', arrival)).lines
  const { id } = await world.create('goods-receipt', {
    header: {},
    lines: [
      {
        source: { id: arrival, lineNo: 1 },
        stockCategory: 'UU',
        bin: 'A-01',
        quantity: String(line!['quantity']),
      },
    ],
    actionAfterCreate: 'receive',
  })
  await world.act('goods-receipt', id, 'review')
  return id
}
