import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { isRefusal } from '@kufang/kernel/refusal.ts'
import { releaseHolds } from './holds/holds.ts'
import type { StockKey } from './key.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  failedProofs,
  hold,
  holdOf,
  move,
  openLedger,
  post,
  reverse,
  supplier,
} from './testing/ledger-fixture.ts'
import type { LedgerDatabase, TestDocument } from './testing/ledger-fixture.ts'

let ledger: LedgerDatabase

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.drop())

/** Bins A, B and C; what goes to another plant in two steps, and its bin there; the same bin with other owners; and outside. */
const places = [
  'supplier',
  'A',
  'B',
  'C',
  'inTransit',
  'otherPlant',
  'consigned',
  'ofProject',
  'count-difference',
  'consumption',
] as const
type Place = (typeof places)[number]
const outside: readonly Place[] = ['supplier', 'count-difference', 'consumption']
const isBin = (place: Place) => !outside.includes(place)

/** What of the key of a bin differs from that of bin A: where goods in transit belong to no bin, and whose they are. */
const keyParts: Partial<Record<Place, Partial<StockKey>>> = {
  B: { bin: 'B' },
  C: { bin: 'C' },
  inTransit: { plant: '1200', storageLocation: 'W002', bin: '', stockCategory: 'IT' },
  otherPlant: { plant: '1200', storageLocation: 'W002' },
  consigned: { specialStock: 'K', specialStockReference: '100001' },
  ofProject: { specialStock: 'Q', specialStockReference: 'P-1' },
}

/** A move in the model; quantities in thousandths. */
interface ModelMove {
  from: Place
  to: Place
  quantity: number
  reversed: number
  hold: ModelHold | undefined
  consumed: number
}
interface ModelHold {
  place: Place
  frozen: boolean
  open: number
  live: boolean
  document: TestDocument
}
interface ModelDocument {
  document: TestDocument
  moves: ModelMove[]
}

/** A second, minimal implementation of the rules of the ledger. */
class Model {
  balance = new Map<Place, { quantity: number; reserved: number; frozen: number }>(
    places.map((place) => [place, { quantity: 0, reserved: 0, frozen: 0 }]),
  )
  holds: ModelHold[] = []
  documents: ModelDocument[] = []

  free(place: Place): number {
    const { quantity, reserved, frozen } = this.balance.get(place)!
    return quantity - reserved - frozen
  }

  /** All or nothing; false if a line finds too little. */
  attempt(work: (draft: Model) => boolean): boolean {
    const kept = structuredClone({
      balance: this.balance,
      holds: this.holds,
      documents: this.documents,
    })
    if (work(this)) return true
    Object.assign(this, kept)
    return false
  }

  carry(from: Place, to: Place, quantity: number, own: ModelHold | undefined): number | undefined {
    let consumed = 0
    if (isBin(from)) {
      if (own?.live === true && own.place === from) consumed = Math.min(own.open, quantity)
      if (quantity > this.free(from) + consumed) return undefined
      const balance = this.balance.get(from)!
      balance.quantity -= quantity
      if (own !== undefined) {
        balance[own.frozen ? 'frozen' : 'reserved'] -= consumed
        own.open -= consumed
      }
    }
    if (isBin(to)) this.balance.get(to)!.quantity += quantity
    return consumed
  }

  post(document: TestDocument, lines: readonly Line[], own: number | undefined): boolean {
    return this.attempt((draft) => {
      const held = own === undefined ? undefined : draft.holds[own]
      const moves: ModelMove[] = []
      for (const { from, to, quantity } of lines) {
        const consumed = draft.carry(from, to, quantity, held)
        if (consumed === undefined) return false
        moves.push({
          from,
          to,
          quantity,
          reversed: 0,
          hold: consumed > 0 ? held : undefined,
          consumed,
        })
      }
      draft.documents.push({ document, moves })
      return true
    })
  }

  reverse(index: number): boolean {
    return this.attempt((draft) => {
      for (const line of draft.documents[index]!.moves.toReversed()) {
        const quantity = line.quantity - line.reversed
        if (quantity === 0) continue
        if (draft.carry(line.to, line.from, quantity, undefined) === undefined) return false
        line.reversed += quantity
        if (line.hold?.live === true) {
          const restored = Math.min(line.consumed, quantity)
          draft.balance.get(line.from)![line.hold.frozen ? 'frozen' : 'reserved'] += restored
          line.hold.open += restored
        }
        line.consumed = 0
      }
      return true
    })
  }

  place(document: TestDocument, place: Place, quantity: number, frozen: boolean): boolean {
    if (quantity > this.free(place)) return false
    this.balance.get(place)![frozen ? 'frozen' : 'reserved'] += quantity
    this.holds.push({ place, frozen, open: quantity, live: true, document })
    return true
  }

  release(index: number): void {
    const held = this.holds[index]!
    if (!held.live) return
    this.balance.get(held.place)![held.frozen ? 'frozen' : 'reserved'] -= held.open
    held.open = 0
    held.live = false
  }
}

interface Line {
  from: Place
  to: Place
  quantity: number
}
type Step =
  | { kind: 'post'; lines: Line[]; own: number | undefined }
  | { kind: 'reverse'; index: number }
  | { kind: 'hold'; place: Place; quantity: number; frozen: boolean }
  | { kind: 'release'; index: number }

const quantity = fc.integer({ min: 1, max: 4000 })
const line: fc.Arbitrary<Line> = fc
  .record({
    from: fc.constantFrom(...places, 'supplier' as const, 'supplier' as const),
    to: fc.constantFrom(...places),
    quantity,
  })
  .filter(({ from, to }) => from !== to && from !== 'consumption' && to !== 'supplier')
  // Differences are between the books and a bin.
  .filter(({ from, to }) => isBin(from) || isBin(to))
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('post' as const),
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      own: fc.option(fc.nat(), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), index: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      place: fc.constantFrom<Place>('A', 'B', 'C', 'otherPlant', 'consigned', 'ofProject'),
      quantity,
      frozen: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), index: fc.nat() }) },
)

/** Whether the ledger accepted it; errors other than refusals fail the test. */
async function accepted(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

const thousandths = (count: number) => parseQuantity((count / 1000).toFixed(3))

test('whatever is done in whatever order, the ledger says and keeps what the model does', async () => {
  const outcomes = { accepted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
      async (steps) => {
        const materialNo = `F-${newId()}`
        const keyOf = (place: Place) => {
          if (place === 'supplier') return supplier({ materialNo })
          if (place === 'consumption') return consumption({ materialNo })
          if (place === 'count-difference') return consumption({ materialNo, place })
          return bin({ materialNo, bin: 'A', ...keyParts[place] })
        }
        const nameOf = (key: StockKey) =>
          places.find((place) => {
            const { companyCode: _company, ...own } = keyOf(place)
            return Object.entries(own).every(
              ([part, value]) => key[part as keyof StockKey] === value,
            )
          })!
        const { database } = ledger
        const model = new Model()
        for (const current of steps) {
          const document = documentCalled('D', current.kind)
          let expected: boolean
          let actual: boolean
          if (current.kind === 'post') {
            const own =
              current.own === undefined || model.holds.length === 0
                ? undefined
                : current.own % model.holds.length
            const held = own === undefined ? undefined : model.holds[own]
            const reference =
              held === undefined
                ? {}
                : { consumesHold: holdOf(held.document, 1, held.frozen ? 'freeze' : 'reservation') }
            actual = await accepted(
              database.transaction((tx) =>
                post(
                  tx,
                  document,
                  current.lines.map(({ from, to, quantity: count }, index) =>
                    move(keyOf(from), keyOf(to), thousandths(count), {
                      lineNo: index + 1,
                      ...(isBin(from) ? reference : {}),
                    }),
                  ),
                ),
              ),
            )
            expected = model.post(document, current.lines, own)
          } else if (current.kind === 'reverse') {
            if (model.documents.length === 0) continue
            const index = current.index % model.documents.length
            actual = await accepted(
              database.transaction((tx) => reverse(tx, model.documents[index]!.document, document)),
            )
            expected = model.reverse(index)
          } else if (current.kind === 'hold') {
            actual = await accepted(
              database.transaction((tx) =>
                hold(
                  tx,
                  document,
                  keyOf(current.place),
                  thousandths(current.quantity),
                  current.frozen ? 'freeze' : 'reservation',
                ),
              ),
            )
            expected = model.place(document, current.place, current.quantity, current.frozen)
          } else {
            if (model.holds.length === 0) continue
            const index = current.index % model.holds.length
            const held = model.holds[index]!
            await database.transaction((tx) =>
              releaseHolds(tx, {
                companyCode: company,
                documentType: held.document.type,
                documentId: held.document.id,
                now: new Date(),
              }),
            )
            model.release(index)
            actual = expected = true
          }
          expect({ current, accepted: actual }).toEqual({ current, accepted: expected })
          outcomes[actual ? 'accepted' : 'refused']++
        }
        const rows = await database.query<
          StockKey & { quantity: string; reserved: string; frozen: string }
        >(
          `select b.quantity, b.reserved, b.frozen, k.* from stock_balance b
           join stock_key k on k.company_code = b.company_code and k.id = b.key_id
           where b.company_code = $1 and b.material_no = $2`,
          [company, materialNo],
        )
        for (const { quantity: count, reserved, frozen, ...key } of rows) {
          const place = nameOf(key)
          const balance = model.balance.get(place)!
          expect({ place, quantity: count, reserved, frozen }).toEqual({
            place,
            quantity: thousandths(balance.quantity),
            reserved: thousandths(balance.reserved),
            frozen: thousandths(balance.frozen),
          })
        }
      },
    ),
    { numRuns: 100 },
  )
  expect(await failedProofs(ledger.database)).toEqual([])
  // Both outcomes must occur often, otherwise the test proves nothing.
  expect(outcomes.accepted).toBeGreaterThan(300)
  expect(outcomes.refused).toBeGreaterThan(100)
})
