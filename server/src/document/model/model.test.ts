import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import '../../effects.ts'
import { runProofs } from '../../ledger/proofs.ts'
import { newPlace } from '../testing/ground.ts'
import { createWorld, type World } from '../testing/world.ts'
import { aim } from './aim.ts'
import { Model } from './model.ts'
import { kinds, type Done, type Operation } from './operation.ts'
import { materialOf, newGround, perform, type Ground } from './run.ts'

// Random legal and illegal operations by concurrent users, compared with a model of plain sums. KUFANG_MODEL_RUNS sets
// the number of runs, KUFANG_MODEL_SEED repeats one.

const runs = Number(process.env['KUFANG_MODEL_RUNS'] ?? 14)
const seed = Number(process.env['KUFANG_MODEL_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const types = [
  'announce',
  'arrive',
  'draftArrival',
  'confirmDraft',
  'discardDraft',
  'decide',
  'withdraw',
  'receive',
  'ask',
  'issue',
  'reverseIssue',
  'reversePart',
  'reverseReceipt',
  'reverseReceiptPart',
  'reverseArrival',
] as const
const index = fc.nat(1000)
// A percentage of what is available, sometimes some pieces beyond it.
const pieces = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 15, max: 100 }) },
  { weight: 1, arbitrary: fc.integer({ min: 101, max: 110 }) },
)
const kind = fc.constantFrom(...kinds)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('announce' as const), kind, quantity: pieces }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('arrive' as const), note: index, quantity: pieces }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('draftArrival' as const),
      note: index,
      quantity: pieces,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('confirmDraft' as const), draft: index }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('discardDraft' as const), draft: index }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('decide' as const),
      arrival: index,
      accepted: pieces,
      rejected: fc.nat(4),
      destroyed: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('withdraw' as const), decision: index }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('receive' as const),
      arrival: index,
      category: fc.constantFrom('UU' as const, 'UU' as const, 'BL' as const),
      quantity: pieces,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('ask' as const), kind, quantity: pieces }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('issue' as const), request: index, quantity: pieces }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reverseIssue' as const), issue: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('reversePart' as const),
      issue: index,
      quantity: pieces,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('reverseReceipt' as const), receipt: index }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('reverseReceiptPart' as const),
      receipt: index,
      quantity: pieces,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('reverseArrival' as const), arrival: index }),
  },
)
/** Mostly sequential, where the model predicts every answer; often concurrent. */
const atOnce = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(operation) },
  { weight: 2, arbitrary: fc.array(operation, { minLength: 2, maxLength: 4 }) },
)

async function attempt(ground: Ground, model: Model, wanted: Operation): Promise<Done | null> {
  try {
    return await perform(world, ground, model, wanted)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** The database content in the terms of the model. */
async function actual(ground: Ground, model: Model): Promise<unknown> {
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

function expected(model: Model): unknown {
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

test('whatever several people do at once, the product comes to what the model does and the proofs find nothing', async () => {
  const counts = { together: 0 }
  const done = new Map<Operation['type'], number>()
  const refused = new Map<Operation['type'], number>()
  const count = (tally: Map<Operation['type'], number>, type: Operation['type']) =>
    tally.set(type, (tally.get(type) ?? 0) + 1)
  console.info(`model: seed ${seed}, ${runs} runs`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(atOnce, { minLength: 60, maxLength: 90, size: 'max' }),
      async (steps) => {
        const ground = await newGround(world, await newPlace(world))
        const model = new Model()
        for (const step of steps) {
          const wanted = step.flatMap((one) => aim(model, one) ?? [])
          if (wanted.length === 0) continue
          const alone =
            wanted.length === 1
              ? { may: model.allows(wanted[0]!), says: model.predicts(wanted[0]!) }
              : null
          const answers = await Promise.all(wanted.map((one) => attempt(ground, model, one)))
          if (alone) {
            const answer = answers[0]!
            expect({ wanted, isDone: answer !== null }).toEqual({ wanted, isDone: alone.may })
            if (answer) expect({ wanted, answer }).toMatchObject({ wanted, answer: alone.says })
          } else counts.together += 1
          wanted.forEach((one, position) => {
            const answer = answers[position]
            if (answer) model.apply(one, answer)
            count(answer ? done : refused, one.type)
          })
          expect(model.impossible(), JSON.stringify(wanted)).toEqual([])
          expect(await actual(ground, model), JSON.stringify(wanted)).toEqual(expected(model))
        }
        for (const proof of await world.database.snapshot((tx) => runProofs(tx)))
          expect(proof.rows, proof.name).toEqual([])
      },
    ),
    { seed, numRuns: runs, endOnFailure: true },
  )
  // Every operation must have succeeded and been refused, and concurrent runs must have occurred; otherwise the test
  // proves nothing.
  const said = JSON.stringify({
    done: Object.fromEntries(done),
    refused: Object.fromEntries(refused),
  })
  for (const type of types) {
    expect(done.get(type) ?? 0, said).toBeGreaterThan(2)
    expect(refused.get(type) ?? 0, said).toBeGreaterThan(0)
  }
  expect(counts.together).toBeGreaterThan(runs * 3)
}, 3_600_000)
