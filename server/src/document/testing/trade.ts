import { afterAll, beforeAll, expect } from 'vitest'
import '../../effects.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { ActionRequest } from '@kufang/contract/document/api.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { runProofs } from '../../ledger/public.ts'
import { refusalsOf } from '../conformance/subject.ts'
import { everything } from '../conformance/everything.ts'
import { make, wayTo } from '../journey/walk.ts'
import { runAction } from '../service/service.ts'
import { goods, type Goods, type Place } from './ground.ts'
import { materials } from './small-company.ts'
import { worldWalker } from './world-walker.ts'
import { createWorld, type World } from './world.ts'

/** A world for the tests of one file. */
export function useWorld(): () => World {
  let world: World | undefined
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world?.close())
  return () => {
    if (!world) throw new Error('the world is not open yet')
    return world
  }
}

/** Expects that the attempt is refused with exactly these refusals, in both languages, and that nothing was written. */
export async function expectRefused(
  world: World,
  attempt: () => Promise<unknown>,
  wanted: Partial<RefusalDetail>[],
): Promise<void> {
  const before = await everything(world)
  const found = await refusalsOf(attempt())
  expect(found).toMatchObject(wanted)
  expect(found).toHaveLength(wanted.length)
  expect(await everything(world)).toEqual(before)
}

/** The reversal of a document that may be posted is requested and approved, by two people. */
export async function approveReversal(world: World, name: string, id: string): Promise<void> {
  await world.act(name, id, 'requestReversal', { input: { reason: '数量录入错误' } })
  await world.act(name, id, 'approveReversal')
}

/** What tests of the trade of one document type use, by its journey. */
export function tradeOf(world: () => World, name: string) {
  const read = (id: string) => world().read(name, id)
  return {
    /** A new document in this state, with everything before it; by default of 10 pieces on each of two lines. */
    make: (place: Place, state: string, lines: readonly Goods[] = goods(2)) =>
      make(worldWalker(world(), place), name, lines, wayTo(name, state)),
    /** Performs an action on the current version, by a permitted person. */
    act: (id: string, action: string, request: Partial<ActionRequest> = {}) =>
      world().act(name, id, action, request),
    /** The same by this user, with the rights of a permitted person, such as who created the document. */
    actAs: async (
      userId: string,
      id: string,
      action: string,
      request: Partial<ActionRequest> = {},
    ) => {
      const actor = world().actorFor(name, action)
      const session = { ...actor.session, userId }
      const { version } = (await read(id)).header
      return runAction(
        world().database,
        { ...actor, session },
        name,
        id,
        action,
        { version, ...request },
        newId(),
      )
    },
    header: async (id: string) => (await read(id)).header,
    /** One field of all lines. */
    column: async (id: string, field: string) => (await read(id)).lines.map((line) => line[field]),
    /** Where the goods of a material are, and how many of them are held. */
    stock: (place: Place, materialNo: string = materials.valve) =>
      world().database.query<Record<string, string>>(
        `select place, place_reference, bin, quantity, reserved from stock_balance
         where company_code = $1 and plant = $2 and storage_location = $3 and material_no = $4 and quantity > 0
         order by place, bin`,
        [place.companyCode, place.plant, place.storageLocation, materialNo],
      ),
    /** What somebody is told to do about a document: acts on it, and successors to make. */
    tasks: async (id: string) =>
      (
        await world().database.query<{ action: string }>(
          'select distinct action from todo where document_id = $1 and done_at is null order by action',
          [id],
        )
      ).map(({ action }) => action),
    /** The days at whose end the open to-dos of a document are due, each once, the earliest first. */
    dueOn: async (id: string) =>
      (
        await world().database.query<{ day: string }>(
          `select distinct ((due_at - interval '1 second') at time zone $2)::date::text as day
           from todo where document_id = $1 and done_at is null order by day`,
          [id, companyTimeZone],
        )
      ).map(({ day }) => day),
    /** The ledger adds up: every proof finds nothing. */
    proven: async () => {
      for (const proof of await runProofs(world().database))
        expect(proof.rows, proof.name).toEqual([])
    },
  }
}
