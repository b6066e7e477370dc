import { goods, type Goods, type Place } from '../../document/testing/ground.ts'
import { materials } from '../../document/testing/small-company.ts'
import { tradeOf } from '../../document/testing/trade.ts'
import type { World } from '../../document/testing/world.ts'
import { announcedNote } from './announced-note.ts'

/** What tests of direct deliveries use. */
export function directTrade(world: () => World) {
  const receipts = tradeOf(world, 'direct-receipt')
  const bolts = goods(1, materials.bolt)
  const signature = { input: { signedBy: 'P1', visualCheck: 'intact' } }

  /** A confirmed note of an order for these goods. */
  const announced = (
    place: Place,
    deliveryMode: 'warehouse' | 'direct' = 'direct',
    lines: readonly Goods[] = bolts,
    more: { order?: string } & Record<string, unknown> = {},
  ): Promise<string> => announcedNote(world(), place, deliveryMode, lines, more)

  /** Sends what was announced to a unit. */
  const sent = async (note: string, header: object = {}, quantity = '10'): Promise<string> =>
    (
      await world().create('direct-receipt', {
        header: { pickingUnit: 'U1', deliveryPlace: '2 号门', ...header },
        lines: [{ source: { id: note, lineNo: 1 }, quantity }],
        actionAfterCreate: 'dispatch',
      })
    ).id

  /** The issue that a signature has made. */
  const issueOf = async (receipt: string): Promise<string | undefined> => {
    const [found] = await world().database.query<{ id: string }>(
      `select to_id as id from document_link where from_id = $1 and to_type = 'direct-issue'`,
      [receipt],
    )
    return found?.id
  }

  /** A signed receipt with its issue. */
  async function signed(place: Place, header: object = {}): Promise<{ id: string; issue: string }> {
    const id = await sent(await announced(place), header)
    await receipts.act(id, 'sign', signature)
    return { id, issue: (await issueOf(id))! }
  }

  /** The movement types of a document, with the places they are between. */
  const movesOf = (id: string) =>
    world().database.query<Record<string, string>>(
      `select m.movement_type, f.place as from_place, t.place as to_place, m.quantity from stock_move m
       join stock_key f on f.company_code = m.company_code and f.id = m.from_key
       join stock_key t on t.company_code = m.company_code and t.id = m.to_key
       where m.document_id = $1 order by m.id`,
      [id],
    )

  /** Whose task a document is, by role code. */
  const rolesOf = async (id: string): Promise<string[]> =>
    (
      await world().database.query<{ role: string }>(
        `select role_code as role from todo where document_id = $1 and done_at is null order by 1`,
        [id],
      )
    ).map(({ role }) => role)

  return {
    announced,
    bolts,
    issueOf,
    issues: tradeOf(world, 'direct-issue'),
    movesOf,
    notes: tradeOf(world, 'delivery-note'),
    receipts,
    rolesOf,
    sent,
    signature,
    signed,
  }
}
