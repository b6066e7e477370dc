import type { StockKey } from '../key.ts'
import type { TestDocument } from '../testing/ledger-fixture.ts'

/** Bins A, B and C; what goes to another plant in two steps, and its bin there; the same bin with other owners; and outside. */
export const places = [
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
export type Place = (typeof places)[number]
const outside: readonly Place[] = ['supplier', 'count-difference', 'consumption']
export const isBin = (place: Place) => !outside.includes(place)

/** What of the key of a bin differs from that of bin A: where goods in transit belong to no bin, and whose they are. */
export const keyParts: Partial<Record<Place, Partial<StockKey>>> = {
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
export class Model {
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

/** Of a posting; quantities in thousandths. */
export interface Line {
  from: Place
  to: Place
  quantity: number
}
