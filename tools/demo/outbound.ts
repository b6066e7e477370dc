import type { Delivery } from './delivery.ts'
import type { StandIn } from './erp.ts'
import { inParallel } from './in-parallel.ts'
import { make } from '../../server/src/document/journey/walk.ts'
import type { WalkedLine } from '../../server/src/document/journey/walk.ts'
import type { Team } from './team.ts'
import { teamWalker } from './team-walker.ts'
import { dayFromToday } from './today.ts'
import { untilErpAnswered } from './postings.ts'

/** The withdrawal of a reservation's goods. */
export interface Withdrawal {
  key: string
  companyCode: string
  reservation: { id: string; lines: WalkedLine[] }
  isReversed: boolean
  documents: { requisition?: string; issue?: string }
}

interface ReservationLine {
  id: string
  docNo: string
  lineNo: number
  companyCode: string
  plant: string
  storageLocation: string
  costCenter: string | null
  materialNo: string
  freeQuantity: string
  isCompleted: boolean
  isDeleted: boolean
  isMovementAllowed: boolean
}

interface StockRow {
  materialNo: string
  plant: string
  storageLocation: string
  stockCategory: string
  specialStock: string
  quantity: string
  reserved: string
}

const linesPerReservation = 8
/** Every n-th issue is reversed. */
const reversedEvery = 5
const firstReservation = 90_000_001

/**
 * Creates reservations of part of the received goods for the requester's unit in the ERP, and mirrors them. Returns the
 * number of lines.
 */
export async function reserveReceived(
  deliveries: readonly Delivery[],
  linesMax: number,
  team: Team,
  erp: StandIn,
): Promise<ReservationLine[]> {
  const known = await reservationLines(team)
  const unit = known.find((line) => line.costCenter !== null)
  if (unit === undefined)
    throw new Error("the requester's unit has no reservation to learn its cost centre from")
  const free = await freeStock(team, unit.plant)
  const wanted = new Map<string, { product: string; storageLocation: string; quantity: string }>()
  for (const delivery of deliveries) {
    if (delivery.isReversed || delivery.plant !== unit.plant) continue
    for (const { order, quantity } of delivery.lines) {
      const position = `${delivery.storageLocation}/${order.materialNo}`
      const part = Math.floor(Number(quantity) / 3)
      const left = free.get(position) ?? 0
      if (part < 1 || part > left || wanted.size >= linesMax) continue
      free.set(position, left - part)
      wanted.set(`${delivery.key}/${order.lineNo}`, {
        product: order.materialNo,
        storageLocation: delivery.storageLocation,
        quantity: String(part),
      })
    }
  }
  const byLocation = Map.groupBy(wanted.values(), (line) => line.storageLocation)
  const reservations = [...byLocation.values()].flatMap((lines) =>
    blocks(lines, linesPerReservation),
  )
  await erp.seed({
    reservations: reservations.map((lines, index) => ({
      reservation: String(firstReservation + index).padStart(10, '0'),
      movementType: '201',
      reservationDate: dayFromToday(0),
      account: { costCenter: unit.costCenter },
      goodsRecipient: 'DEMO',
      items: lines.map((line, at) => ({
        item: String(at + 1),
        product: line.product,
        plant: unit.plant,
        storageLocation: line.storageLocation,
        quantity: line.quantity,
        requirementDate: dayFromToday(7),
      })),
    })),
  })
  await team.admin.client.read('POST', '/api/external-documents/reservation/synchronise', {})
  const lines = await reservationLines(team)
  return lines.filter((line) => Number(line.docNo) >= firstReservation)
}

/** Reservations of the demonstration company that the requester may withdraw and stock covers. */
export async function ownReservations(team: Team, linesMax: number): Promise<ReservationLine[]> {
  const lines = await reservationLines(team)
  const usable = lines.filter(
    (line) =>
      line.isMovementAllowed &&
      !line.isCompleted &&
      !line.isDeleted &&
      Number(line.freeQuantity) > 0,
  )
  return usable.slice(0, linesMax)
}

/** One withdrawal per reservation and storage location. */
export function withdrawalsOf(lines: readonly ReservationLine[]): Withdrawal[] {
  const groups = Map.groupBy(lines, (line) => `${line.docNo}/${line.storageLocation}`)
  return [...groups].map(([key, own], index) => ({
    key: `reservation ${key}`,
    companyCode: own[0]!.companyCode,
    reservation: {
      id: own[0]!.id,
      lines: own.map(({ lineNo, materialNo, freeQuantity }) => ({
        lineNo,
        materialNo,
        quantity: freeQuantity,
      })),
    },
    isReversed: index % reversedEvery === reversedEvery - 1,
    documents: {},
  }))
}

/** From the requisition to the request to post the issue. */
export async function handOut(withdrawal: Withdrawal, team: Team): Promise<void> {
  const { documents, reservation } = withdrawal
  const walker = teamWalker(team, {
    key: withdrawal.key,
    companyCode: withdrawal.companyCode,
    id: reservation.id,
    lines: reservation.lines,
  })
  await make(walker, 'goods-issue', [], ['issue', 'review', 'post'])
  documents.requisition = walker.made.get('requisition')!
  documents.issue = walker.made.get('goods-issue')!
}

const reason = { reason: '演示：退库重发' }

/** Reverses issues completely: request and approval, the ERP posting, then the goods, the approval, the
 * requisition. */
export async function takeBackIssues(
  withdrawals: readonly Withdrawal[],
  team: Team,
  clients: number,
): Promise<void> {
  await inParallel(withdrawals, clients, async ({ key, documents }) => {
    const [type, id] = ['goods-issue', documents.issue!]
    const { poster, shiftLeader } = team
    const asked = await poster.openAndAct(type, id, 'requestReversal', `${key} ask back`, reason)
    const approved = await shiftLeader.act(type, asked, 'approveReversal', `${key} allow back`)
    await poster.act(type, approved, 'reverse', `${key} back in the ERP`)
  })
  await untilErpAnswered(team)
  await inParallel(withdrawals, clients, async ({ key, companyCode, documents }) => {
    const { issue, requisition } = documents
    const keeper = team.storekeeperOf(companyCode)
    await keeper.openAndAct('goods-issue', issue!, 'reversePhysical', `${key} unissue`, reason)
    await team.unitHead.openAndAct(
      'requisition',
      requisition!,
      'withdrawApproval',
      `${key} disapprove`,
    )
    await team.requester.openAndAct('requisition', requisition!, 'withdraw', `${key} unask`)
    await team.requester.openAndDelete('requisition', requisition!, `${key} delete`)
  })
}

async function reservationLines(team: Team): Promise<ReservationLine[]> {
  const lines: ReservationLine[] = []
  const sort = [{ field: 'docNo', direction: 'asc' as const }]
  for await (const line of team.requester.rows<ReservationLine>('reservation', {
    level: 'line',
    sort,
  })) {
    lines.push(line)
  }
  return lines
}

/** Available own unrestricted stock of a plant, by `storage location/material`. */
async function freeStock(team: Team, plant: string): Promise<Map<string, number>> {
  const free = new Map<string, number>()
  const filters = [
    { field: 'plant', operator: 'eq', value: plant },
    { field: 'stockCategory', operator: 'eq', value: 'UU' },
  ]
  let cursor: string | null = null
  do {
    const block: { rows: StockRow[]; nextCursor: string | null } = await team.admin.client.read(
      'POST',
      '/api/queries/stock/list',
      { filters, size: 500, cursor },
    )
    for (const row of block.rows) {
      if ((row.specialStock ?? '') !== '') continue
      const position = `${row.storageLocation}/${row.materialNo}`
      free.set(position, (free.get(position) ?? 0) + Number(row.quantity) - Number(row.reserved))
    }
    cursor = block.nextCursor
  } while (cursor !== null)
  return free
}

function blocks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_none, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
