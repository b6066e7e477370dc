import { addQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { SourceLine } from '../effects/requests.ts'
import { effectsOf } from '../effects/effects.ts'
import { postDocument } from '../books/postings.ts'
import { clock } from '../storage/clock.ts'
import { loadSourceLines } from '../draft/sources.ts'
import '../../journeys.ts'
import type { Ground, JourneyLine } from '../journey/journey.ts'
import { sourceAskedFor } from '../list/list.ts'
import { withSerialNumbers } from '../journey/serial-numbers.ts'
import { makeOver, type Walker } from '../journey/walk.ts'
import { readMaterials } from '../../masters/public.ts'
import { tableByName } from '../storage/table.ts'
import { book } from './book.ts'
import {
  delivered,
  deliveryDatesPass,
  mirrorBecomes,
  mirrorOf,
  newPlace,
  weighed,
  type Goods,
  type Place,
} from './ground.ts'
import { otherPlace, place as firstPlace } from './small-company.ts'
import { inspectorAccount, type World } from './world.ts'

/**
 * Executes journeys in a world: each act by a new person with only the permission for it.
 * @param other the walker of the other company; without it, one at a new place there
 */
export function worldWalker(world: World, place: Place, other?: Walker): Walker {
  const ground: Ground = {
    today: clock().today,
    ...place,
    bin: 'A-01',
    otherBin: 'A-02',
    elsewhere: { storageLocation: '1002', bin: 'B-01' },
    pickingUnit: 'U1',
    requester: 'P1',
    supplierNo: '100001',
    vehicle: 'V1',
    driver: 'D1',
    inspectorAccount,
  }
  const walker: Walker = {
    ground,
    create: (name, _by, request) => world.create(name, request),
    entered: (name, request) => withSerialNumbers(world.database, name, request),
    act: (name, id, action, _by, given) => world.act(name, id, action, given),
    propose: (name, _by, sources, page) => propose(world, name, sources, page),
    linesOf: async (name, id) => (await world.read(name, id)).lines,
    async successorOf(_name, id, successor) {
      const [made] = await world.database.query<{ id: string }>(
        `select to_id as id from document_link where from_id = $1 and to_type = $2 and is_live
         union select neighbour_id from document_neighbour where document_id = $1 and neighbour_type = $2 and not is_before`,
        [id, successor],
      )
      return made?.id
    },
    erpAnswers: () => world.send(),
    async isPosted(name, id) {
      await book(world, tableByName(name), id, postDocument)
      await world.send()
    },
    delivers: async ({ lines: [first, ...others] }, goods) => {
      const items = [first!, ...others]
      return delivered(
        world,
        place,
        {
          no: String(first!['purchaseOrderNo']),
          receivingPlant: String(first!['plant']),
          movementType: '643',
        },
        goods.map(({ materialNo, quantity }, index) => ({
          materialNo,
          quantity,
          orderItem: items[index]!.lineNo,
        })),
      )
    },
    async elsewhere() {
      if (other) return other
      const there = world.in(
        world.companyCode === firstPlace.companyCode
          ? otherPlace.companyCode
          : firstPlace.companyCode,
      )
      return worldWalker(there, await newPlace(there), walker)
    },
    mirror: (name, goods, header) =>
      mirrorOf(world, name, place, goods as readonly Goods[], header),
    mirrorBecomes: (name, id, state) => mirrorBecomes(world, name, id, state),
    deliveryDatesPass: (name, id) => deliveryDatesPass(world, name, id),
    async systemDoes(work, document) {
      await work(world.database, document)
    },
    stock: (goods) => stockedWithSome(world, place, goods),
  }
  return walker
}

/** Puts the goods into the place, with five extra pieces each. */
async function stockedWithSome(
  world: World,
  place: Place,
  goods: readonly JourneyLine[],
): Promise<void> {
  const counted = goods.map(({ materialNo, quantity, batch }) => ({
    materialNo,
    quantity: addQuantity(quantity as Quantity, '5' as Quantity),
    ...(batch === undefined ? {} : { batch }),
  }))
  const known = await readMaterials(
    world.database,
    counted.map(({ materialNo }) => materialNo),
  )
  const isWeighed = (no: string): boolean => (known.get(no)?.secondUnit ?? null) !== null
  await makeOver(
    worldWalker(world, place),
    'stock-initialisation',
    counted.map((line) => (isWeighed(line.materialNo) ? weighed(line) : line)),
    ['submit', 'initialise'],
  )
}

/** The values the page proposes for these lines. */
function propose(
  world: World,
  name: string,
  sources: readonly { id: string; lineNo: number; quantity?: string }[],
  page: string | undefined,
) {
  const { prefill } = effectsOf(name)
  const { session } = world.actorFor(name, 'create')
  const source = sourceAskedFor(tableByName(name).definition, session, page)
  if (!prefill || !source) return Promise.resolve({ header: {}, lines: [] })
  return world.database.transaction(async (tx) => {
    const found = await loadSourceLines(tx, session, source.document, sources, false)
    const lines: SourceLine[] = sources.map((one) => ({
      ...found.get(`${one.id}/${one.lineNo}`)!,
      ...(one.quantity === undefined ? {} : { wantedQuantity: one.quantity }),
    }))
    return prefill({ tx, session, today: clock().today, sources: lines })
  })
}
