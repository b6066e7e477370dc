import { effectOf, type Effect } from './activities.ts'
import type { Sequence } from './sequences.ts'

// The log names what happened to an order item, not how many pieces. Here each activity gets its quantity or price, by
// fixed rules, for those who replay the sequence and for those who compute where it ends.

/** What the log leaves open, decided for one replay. */
export interface Terms {
  /** Whether the supplier announces goods as soon as it may, or right before they arrive. */
  announces: 'early' | 'late'
  /** Whether the first change of quantity is an increase; the next one goes the other way. */
  changes: 'up' | 'down'
  /**
   * How a cancellation without a receipt before it is read: the item is a return to the supplier (its 161 is a
   * cancellation for the log), or its receipt is missing from the log.
   */
  reading: 'returnItem' | 'receiptMissing'
}

/** What kind of item it is: goods, a service (it has a service entry sheet), or goods that go back to the supplier. */
export type Kind = 'goods' | 'service' | 'return'

export type Step =
  | { type: 'request' }
  | { type: 'create'; quantity: number; price: string; isReleased: boolean }
  | { type: 'announce' }
  | { type: 'receive'; quantity: number }
  | { type: 'cancelReceipt' }
  | { type: 'changeQuantity'; quantity: number }
  | { type: 'changePrice'; price: string }
  | { type: 'changeCurrency'; currency: string }
  | { type: 'changeStorageLocation' }
  | { type: 'changeDeliveryIndicator' }
  | { type: 'delete' }
  | { type: 'block' }
  | { type: 'reactivate' }
  | { type: 'release' }

export interface Dressed {
  kind: Kind
  steps: readonly Step[]
}

/** Pieces of every order: divisible into two, three and four receipts. */
export const orderedPieces = 12
const firstPrice = 12.5
const priceStep = 1.25
/** By how many pieces the quantity is changed, the first time and the next ones. */
const changedPieces = [6, 3]

const priceAfter = (changes: number): string => (firstPrice + priceStep * changes).toFixed(2)

/** Every way in which a sequence is replayed. */
export function termsOf({ activities }: Sequence): Terms[] {
  const effects = activities.map(effectOf)
  const isChanged = effects.some((effect) =>
    [
      'changeQuantity',
      'changePrice',
      'changeStorageLocation',
      'changeDeliveryIndicator',
      'delete',
      'block',
      'release',
    ].includes(effect),
  )
  const readings: Terms['reading'][] = isCancelledWithoutReceipt(effects)
    ? ['receiptMissing', 'returnItem']
    : ['receiptMissing']
  const changes: Terms['changes'][] = effects.includes('changeQuantity') ? ['up', 'down'] : ['up']
  const announces: Terms['announces'][] = isChanged ? ['late', 'early'] : ['late']
  return readings.flatMap((reading) =>
    changes.flatMap((changed) =>
      announces.map((announced) => ({ announces: announced, changes: changed, reading })),
    ),
  )
}

const isCancelledWithoutReceipt = (effects: readonly Effect[]): boolean => {
  const cancelled = effects.indexOf('cancelReceipt')
  return cancelled >= 0 && !effects.slice(0, cancelled).includes('receive')
}

/** The sequence with its kind, quantities and prices. */
export function dress({ activities }: Sequence, terms: Terms): Dressed {
  let effects = activities.map(effectOf)
  const isService = effects.includes('serviceEntry')
  const isReturn = isCancelledWithoutReceipt(effects) && terms.reading === 'returnItem'
  if (isCancelledWithoutReceipt(effects) && !isReturn) {
    const created = effects.indexOf('create')
    effects = [...effects.slice(0, created + 1), 'receive', ...effects.slice(created + 1)]
  }
  const kind: Kind = isService ? 'service' : isReturn ? 'return' : 'goods'
  return { kind, steps: stepsOf(effects, terms) }
}

function stepsOf(effects: readonly Effect[], { changes }: Terms): Step[] {
  let ordered = orderedPieces
  let prices = 0
  let quantities = 0
  /** Receipts that stand. */
  const received: number[] = []
  const total = () => received.reduce((sum, one) => sum + one, 0)
  const stepOf = (effect: Effect, index: number): Step[] => {
    switch (effect) {
      case 'nothing':
      case 'serviceEntry':
        return []
      case 'create':
        return [
          {
            type: 'create',
            quantity: ordered,
            price: priceAfter(0),
            isReleased: !isReleasedLater(effects, index),
          },
        ]
      case 'receive': {
        // What is open is divided evenly among the receipts that are left.
        const left = effects.slice(index).filter((one) => one === 'receive').length
        const quantity = Math.floor((ordered - total()) / left)
        received.push(quantity)
        return [{ type: 'receive', quantity }]
      }
      case 'cancelReceipt':
        received.pop()
        return [{ type: 'cancelReceipt' }]
      case 'changeQuantity': {
        const by = changedPieces[Math.min(quantities, changedPieces.length - 1)]!
        const isIncrease = (changes === 'up') === (quantities % 2 === 0)
        quantities += 1
        // The ERP lets nobody order less than was received.
        ordered = Math.max(total(), isIncrease ? ordered + by : ordered - by)
        return [{ type: 'changeQuantity', quantity: ordered }]
      }
      case 'changePrice':
        prices += 1
        return [{ type: 'changePrice', price: priceAfter(prices) }]
      case 'changeCurrency':
        return [{ type: 'changeCurrency', currency: 'USD' }]
      case 'request':
      case 'announce':
      case 'changeStorageLocation':
      case 'changeDeliveryIndicator':
      case 'delete':
      case 'block':
      case 'reactivate':
      case 'release':
        return [{ type: effect }]
      default:
        return effect satisfies never
    }
  }
  return effects.flatMap(stepOf)
}

/** An order that is released before goods of it come was not released when it was made. */
function isReleasedLater(effects: readonly Effect[], created: number): boolean {
  const released = effects.indexOf('release', created)
  const received = effects.indexOf('receive', created)
  return released >= 0 && (received < 0 || released < received)
}
