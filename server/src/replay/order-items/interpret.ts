import type { Dressed, Step, Terms } from './dress.ts'

// Where a sequence ends, computed from the sequence alone: it knows neither the product nor the stand-in.

/** Where an order item and everything about it ends; quantities in pieces. */
export interface End {
  /** What the purchase request says was ordered of it; null if there is none. */
  requestOrdered: number | null
  /** The mirrored item; null if the product has none. */
  order: {
    state: 'synced' | 'completed' | 'deleted'
    quantity: number
    received: number
    announced: number
    open: number
    price: string
    currency: string
    place: 'first' | 'second'
    obstacle: 'notReleased' | 'service' | 'returned' | null
  } | null
  /** What the supplier is told who announces goods before the order is released; null if it is released at once. */
  tooEarly: string | null
  /** What the supplier is told who announces what is open, or one piece if nothing is; null if it may. */
  announcing: string | null
  /** State and pieces of the delivery notes, in their order. */
  notes: string[]
  /** State, ERP state and pieces of the receipts, in their order. */
  receipts: string[]
  /** Cause and state of the problem documents, in their order. */
  problems: string[]
  /** Movement types and pieces that the ERP has of the item, sorted. */
  movements: string[]
  /** Pieces by place here, and in the ERP. */
  stock: Record<'first' | 'second', number>
  erpStock: Record<'first' | 'second', number>
  /** What the ERP's receipts that we posted are worth, less those that were cancelled. */
  value: string
  /** Documents posted in the ERP itself that we are warned of. */
  alarms: number
}

/**
 * How goods are received: exempt from inspection, or inspected in inspection stock (101, 321) or in GR blocked stock (103,
 * 105).
 */
export type Way = 'exempt' | 'inspectionStock' | 'blockedStock'

/** Movement types of a receipt and of its cancellation. */
const movementTypes: Record<Way, { received: readonly string[]; cancelled: readonly string[] }> = {
  exempt: { received: ['101'], cancelled: ['102'] },
  inspectionStock: { received: ['101', '321'], cancelled: ['102', '322'] },
  blockedStock: { received: ['103', '105'], cancelled: ['104', '106'] },
}

interface Note {
  quantity: number
  arrived: number
  isWrittenOff: boolean
  place: 'first' | 'second'
}

interface Receipt {
  quantity: number
  place: 'first' | 'second'
  price: string
  isCancelled: boolean
  /** Which notes it took how much of. */
  parts: { note: Note; quantity: number }[]
}

interface Item {
  isRequested: boolean
  isMade: boolean
  ordered: number
  price: string
  currency: string
  place: 'first' | 'second'
  isReleased: boolean
  isEnded: boolean
  isBlocked: boolean
  isCompleted: boolean
  notes: Note[]
  receipts: Receipt[]
  problems: string[]
  /** Of a service: what the ERP received by itself and did not cancel. */
  served: number[]
  returned: number
}

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0)

const announcedOf = ({ notes }: Item): number =>
  sum(notes.map(({ quantity, arrived, isWrittenOff }) => (isWrittenOff ? arrived : quantity)))

const underwayOf = ({ notes }: Item): number =>
  sum(notes.map((note) => (note.isWrittenOff ? 0 : note.quantity - note.arrived)))

const standing = ({ receipts }: Item): Receipt[] =>
  receipts.filter(({ isCancelled }) => !isCancelled)

const receivedOf = (item: Item): number => sum(standing(item).map(({ quantity }) => quantity))

/** Whether the supplier may announce goods of it. */
const isOpen = (item: Item): boolean =>
  item.isReleased && !item.isEnded && !item.isBlocked && !item.isCompleted

function announce(item: Item, quantity: number): void {
  if (quantity > 0)
    item.notes.push({ quantity, arrived: 0, isWrittenOff: false, place: item.place })
}

const announceOpen = (item: Item): void => {
  if (isOpen(item)) announce(item, item.ordered - announcedOf(item))
}

/** Announced goods are given up. */
function writeOff(item: Item): void {
  for (const note of item.notes) if (note.arrived < note.quantity) note.isWrittenOff = true
}

/** The order changed, ended or was blocked under announced goods: both parties are told. */
function tell(item: Item, cause: 'orderChanged' | 'orderEnded' | 'orderBlocked'): void {
  if (underwayOf(item) > 0) item.problems.push(`${cause} closed`)
}

function receive(item: Item, quantity: number): void {
  announce(item, quantity - underwayOf(item))
  const parts: Receipt['parts'] = []
  let left = quantity
  for (const note of item.notes) {
    const part = note.isWrittenOff ? 0 : Math.min(left, note.quantity - note.arrived)
    if (part === 0) continue
    note.arrived += part
    left -= part
    parts.push({ note, quantity: part })
  }
  const { place, price } = item
  item.receipts.push({ quantity, place, price, isCancelled: false, parts })
  // The last receipt marks the delivery as completed.
  if (receivedOf(item) >= item.ordered) item.isCompleted = true
}

function cancel(item: Item): void {
  const last = standing(item).at(-1)!
  last.isCancelled = true
  for (const { note, quantity } of last.parts) note.arrived -= quantity
  item.isCompleted = false
}

/** The order ended in the ERP: announced goods are not delivered any more. */
function end(item: Item): void {
  tell(item, 'orderEnded')
  writeOff(item)
}

// oxlint-disable-next-line max-lines-per-function -- one branch per kind of step
function apply(item: Item, step: Step, isGoods: boolean, terms: Terms): void {
  switch (step.type) {
    case 'request':
      item.isRequested = true
      return
    case 'create':
      Object.assign(item, {
        isMade: true,
        ordered: step.quantity,
        price: step.price,
        isReleased: step.isReleased,
      })
      break
    case 'announce':
      if (isGoods) announceOpen(item)
      return
    case 'receive':
      if (isGoods) receive(item, step.quantity)
      else item.served.push(step.quantity)
      return
    case 'cancelReceipt':
      if (isGoods) cancel(item)
      else if (item.served.length > 0) item.served.pop()
      else item.returned += item.ordered
      return
    case 'changeQuantity': {
      const isLess = step.quantity < item.ordered
      item.ordered = step.quantity
      if (!isLess) break
      tell(item, 'orderChanged')
      if (announcedOf(item) > item.ordered) writeOff(item)
      break
    }
    case 'changePrice':
      item.price = step.price
      tell(item, 'orderChanged')
      return
    case 'changeCurrency':
      item.currency = step.currency
      return
    case 'changeStorageLocation':
      item.place = 'second'
      // What is announced would go to the old place.
      tell(item, 'orderChanged')
      writeOff(item)
      break
    case 'changeDeliveryIndicator':
      item.isCompleted = !item.isCompleted
      if (item.isCompleted) end(item)
      break
    case 'delete':
      item.isEnded = true
      item.isBlocked = false
      end(item)
      return
    case 'block':
      // One indicator says either; what is announced waits.
      item.isEnded = false
      item.isBlocked = true
      tell(item, 'orderBlocked')
      return
    case 'reactivate':
      item.isEnded = false
      item.isBlocked = false
      break
    case 'release':
      item.isReleased = true
      break
    default:
      step satisfies never
  }
  if (isGoods && terms.announces === 'early') announceOpen(item)
}

/** Where the sequence ends. */
export function interpret({ kind, steps }: Dressed, terms: Terms, way: Way): End {
  const item: Item = {
    isRequested: false,
    isMade: false,
    ordered: 0,
    price: '0',
    currency: 'CNY',
    place: 'first',
    isReleased: true,
    isEnded: false,
    isBlocked: false,
    isCompleted: false,
    notes: [],
    receipts: [],
    problems: [],
    served: [],
    returned: 0,
  }
  for (const step of steps) apply(item, step, kind === 'goods', terms)
  const stock = { first: 0, second: 0 }
  for (const { place, quantity } of standing(item)) stock[place] += quantity
  if (kind === 'return') return endOfReturn(item)
  const isService = kind === 'service'
  const open = isService ? 0 : item.ordered - announcedOf(item)
  return {
    requestOrdered: item.isRequested ? (item.isMade ? steps.find(isCreation)!.quantity : 0) : null,
    order: {
      state: item.isEnded ? 'deleted' : item.isCompleted ? 'completed' : 'synced',
      quantity: item.ordered,
      received: isService ? sum(item.served) : receivedOf(item),
      announced: announcedOf(item),
      open,
      price: item.price,
      currency: item.currency,
      place: item.place,
      obstacle: isService ? 'service' : item.isReleased ? null : 'notReleased',
    },
    tooEarly: steps.find(isCreation)?.isReleased === false ? 'order-not-received' : null,
    announcing: refusalOf(item, isService, open),
    notes: item.notes.map(noteWords),
    receipts: item.receipts.map(({ quantity, isCancelled }) =>
      isCancelled ? `reversed reversed ${quantity}` : `reviewed posted ${quantity}`,
    ),
    problems: item.problems,
    movements: isService ? servedMovements(steps) : movementsOf(item.receipts, way),
    stock,
    erpStock: stock,
    value: sum(standing(item).map(({ quantity, price }) => quantity * Number(price))).toFixed(2),
    alarms: 0,
  }
}

const isCreation = (step: Step): step is Extract<Step, { type: 'create' }> => step.type === 'create'

function refusalOf(item: Item, isService: boolean, open: number): string | null {
  if (item.isEnded || item.isCompleted) return 'source-wrong-state'
  if (item.isBlocked) return 'order-blocked'
  if (isService || !item.isReleased) return 'order-not-received'
  return open > 0 ? null : 'quantity-exceeds-tolerance'
}

function noteWords({ quantity, arrived, isWrittenOff }: Note): string {
  if (isWrittenOff) return `writtenOff ${quantity}`
  if (arrived === 0) return `confirmed ${quantity}`
  return `${arrived < quantity ? 'partlyArrived' : 'arrived'} ${quantity}`
}

const movementsOf = (receipts: readonly Receipt[], way: Way): string[] =>
  receipts
    .flatMap(({ isCancelled, parts }) =>
      // Goods of two delivery notes are two lines.
      parts.flatMap(({ quantity }) =>
        [...movementTypes[way].received, ...(isCancelled ? movementTypes[way].cancelled : [])].map(
          (type) => `${type} ${quantity}`,
        ),
      ),
    )
    .toSorted()

/** What the ERP received of a service, and cancelled, the latest first. */
function servedMovements(steps: readonly Step[]): string[] {
  const standing: number[] = []
  const movements: string[] = []
  for (const step of steps) {
    if (step.type === 'receive') {
      standing.push(step.quantity)
      movements.push(`101 ${step.quantity}`)
    }
    if (step.type === 'cancelReceipt') movements.push(`102 ${standing.pop()}`)
  }
  return movements.toSorted()
}

/**
 * Goods that lie here go back with a document that a user of the ERP posts: the product has no document for items of
 * return orders and receives nothing of them, so its stock stays and it warns of every such document.
 */
function endOfReturn(item: Item): End {
  const { ordered, returned } = item
  return {
    requestOrdered: null,
    order: {
      state: item.isEnded ? 'deleted' : item.isCompleted ? 'completed' : 'synced',
      quantity: ordered,
      received: returned,
      announced: 0,
      open: 0,
      price: item.price,
      currency: item.currency,
      place: item.place,
      obstacle: 'returned',
    },
    tooEarly: null,
    announcing: 'order-not-received',
    notes: [],
    receipts: [],
    problems: [],
    movements: [`161 ${returned}`],
    stock: { first: ordered, second: 0 },
    erpStock: { first: ordered - returned, second: 0 },
    value: '0.00',
    alarms: 1,
  }
}
