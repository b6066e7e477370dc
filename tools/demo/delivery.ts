import { share } from './chance.ts'
import type { FileLine } from './erp.ts'
import type { MaterialFacts } from './materials.ts'
import type { OrderLine } from './mirror.ts'

/** One supplier's delivery of one order to one storage location, and its processing. */
export interface Delivery {
  /** Unique among the deliveries; prefix of the idempotency keys of its requests. */
  key: string
  companyCode: string
  plant: string
  storageLocation: string
  /** The supplier's own number, at most 16 characters. */
  reference: string
  lines: DeliveryLine[]
  /** One of the inspected lines is partly rejected. */
  isPartlyRejected: boolean
  /** Everything is reversed at the end. */
  isReversed: boolean
  /** The documents created so far. */
  documents: {
    note?: string
    arrival?: string
    notice?: string
    inspection?: string
    receipt?: string
  }
}

export interface DeliveryLine {
  order: OrderLine
  quantity: string
}

const rejectedShare = 0.25
/** Every n-th delivery is reversed: of a file's deliveries a twentieth; of the few own ones more. */
const reversedEvery = { file: 20, own: 4 }

/**
 * The first deliveries of the file by delivery date, until the number of lines is reached: one per delivery note of an
 * order, with the file's quantities.
 */
export function deliveriesOfFile(
  fileLines: readonly FileLine[],
  orderLines: ReadonlyMap<string, OrderLine>,
  linesMin: number,
): Delivery[] {
  const groups = new Map<string, FileLine[]>()
  const inOrder = fileLines.toSorted(
    (one, other) =>
      one.DeliveredDate.localeCompare(other.DeliveredDate) || Number(one.Line) - Number(other.Line),
  )
  for (const line of inOrder) {
    const key = [line.PurchaseOrder, line.DeliveryNote, line.Plant, line.StorageLocation].join('/')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [line])
    else group.push(line)
  }
  const deliveries: Delivery[] = []
  let count = 0
  for (const [key, lines] of groups) {
    if (count >= linesMin) break
    count += lines.length
    deliveries.push(
      deliveryOf(
        key,
        lines[0]!.DeliveryNote,
        lines.map((line) => {
          const order = orderLines.get(`${line.PurchaseOrder}/${line.PurchaseOrderItem}`)
          if (order === undefined)
            throw new Error(`line ${line.LineId} of the file is not mirrored`)
          return { order, quantity: line.Quantity }
        }),
        isEvery(deliveries.length, reversedEvery.file),
      ),
    )
  }
  return deliveries
}

/**
 * Open lines of the company's own orders, in order of their numbers, until the number of lines is reached; without goods
 * with serial numbers, which nobody enters here.
 */
export function deliveriesOfOrders(
  orderLines: ReadonlyMap<string, OrderLine>,
  linesMin: number,
  materials: ReadonlyMap<string, Pick<MaterialFacts, 'isSerialManaged'>>,
): Delivery[] {
  const groups = new Map<string, OrderLine[]>()
  for (const line of orderLines.values()) {
    const isOpen = !line.isCompleted && !line.isDeleted && line.freeQuantity === line.quantity
    if (!isOpen || (line.specialStock ?? '') !== '') continue
    if (materials.get(line.materialNo)?.isSerialManaged === true) continue
    const key = [line.docNo, line.plant, line.storageLocation].join('/')
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  const deliveries: Delivery[] = []
  let count = 0
  for (const [key, lines] of groups) {
    if (count >= linesMin) break
    count += lines.length
    deliveries.push(
      deliveryOf(
        key,
        `DEMO-${lines[0]!.docNo}`,
        lines.map((order) => ({ order, quantity: order.freeQuantity })),
        isEvery(deliveries.length, reversedEvery.own),
      ),
    )
  }
  return deliveries
}

const isEvery = (index: number, every: number): boolean => index % every === every - 1

function deliveryOf(
  key: string,
  noteNo: string,
  lines: DeliveryLine[],
  isReversed: boolean,
): Delivery {
  const { companyCode, plant, storageLocation } = lines[0]!.order
  return {
    key,
    companyCode,
    plant,
    storageLocation,
    reference: noteNo.slice(0, 16),
    lines,
    isPartlyRejected: share(`rejected ${key}`) < rejectedShare,
    isReversed,
    documents: {},
  }
}
