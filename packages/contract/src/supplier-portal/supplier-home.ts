import { appointmentSlots } from '../delivery/delivery-note.ts'
import type { Filter } from '../document/api.ts'
import { label } from '../document/declare/label.ts'
import type { Label } from '../document/declare/label.ts'
import { consignmentDrawnPath } from './consignment-drawn-query.ts'

/** A value of a filter of a list: one of these, or from this day on. */
type ListedValue = readonly string[] | { from: string }

/**
 * Rows of a list of the product that a tile of the supplier's home page stands for. The server counts them and the link
 * of the tile opens them, by these same values, so that a tile and its list cannot differ.
 */
export interface TileList {
  /** The document or query whose rows they are. */
  of: string
  /** The pages that show them, the one to open first; who has none of them has no such tile. */
  pages: readonly string[]
  values: Readonly<Record<string, ListedValue>>
  /** The grouping of the query by which its rows are summed. */
  grouping?: string
}

/** A part of the supplier's home page. */
interface TileDeclaration {
  label: Label
  /** What stands there if there is nothing. */
  nothing: Label
  /** @param today the company's day, `yyyy-MM-dd` */
  list: (today: string) => TileList
}

/** Where a supplier announces a delivery: the one primary action of his home page. */
export const announcePath = '/deliverManager/supplierCreate'
const workPath = '/deliverManager/supplierMaintain'
const queryPath = '/deliverManager/queryDelivery'

/** Of an order item whose goods are late: nothing is open any more after these. */
const openOverdue = ['raised', 'answered', 'decided', 'exclusionRequested'] as const

export type SupplierTile = 'appointments' | 'problems' | 'overdue' | 'rejects' | 'toFetch' | 'drawn'

/** The tiles of the supplier's home page, in their order. */
export const supplierTiles: Readonly<Record<SupplierTile, TileDeclaration>> = {
  appointments: {
    label: label('送货预约', 'Slots booked'),
    nothing: label('没有已预约的送货', 'No slot is booked'),
    list: (today) => ({
      of: 'delivery-note',
      pages: [queryPath, workPath],
      values: {
        state: ['confirmed', 'partlyArrived'],
        appointmentSlot: Object.keys(appointmentSlots),
        etaDate: { from: today },
      },
    }),
  },
  problems: {
    label: label('待说明问题', 'Problems to answer'),
    nothing: label('没有待说明的问题单据', 'No problem waits for an answer'),
    list: () => ({ of: 'problem-document', pages: [workPath], values: { state: ['raised'] } }),
  },
  overdue: {
    label: label('逾期订单行', 'Overdue order items'),
    nothing: label('没有逾期的订单行', 'Nothing is overdue'),
    list: () => ({
      of: 'overdue-record',
      pages: [workPath],
      values: { state: openOverdue },
    }),
  },
  rejects: {
    label: label('不合格品', 'Rejected goods'),
    nothing: label('没有可申诉的不合格品', 'Nothing was rejected that may be appealed'),
    list: () => ({
      of: 'rejected-goods',
      pages: [workPath],
      values: { state: ['recorded', 'confirmed'] },
    }),
  },
  toFetch: {
    label: label('待取退货', 'Goods to fetch'),
    nothing: label('没有待取的退货', 'Nothing waits to be fetched'),
    list: () => ({ of: 'rejects-return', pages: [workPath], values: { state: ['handedOver'] } }),
  },
  drawn: {
    label: label('本月代储代销领用', 'Consignment drawn this month'),
    nothing: label('本月没有领用', 'Nothing was drawn this month'),
    list: (today) => ({
      of: 'consignment-drawn',
      pages: [consignmentDrawnPath],
      values: { period: [today.slice(0, 7).replace('-', '')] },
      grouping: 'material',
    }),
  },
}

/** States of delivery notes that are not finished, with the pages where a supplier finds them, where he acts first. */
export const noteStates = {
  draft: [workPath],
  returned: [workPath],
  submitted: [workPath],
  confirmed: [queryPath, workPath],
  partlyArrived: [queryPath, workPath],
} as const satisfies Record<string, readonly string[]>

export type NoteState = keyof typeof noteStates

/** The rows of the count of delivery notes in a state. */
export const notesIn = (state: NoteState): TileList => ({
  of: 'delivery-note',
  pages: noteStates[state],
  values: { state: [state] },
})

/** The filters of a list, as the browser makes them of the values of a link. */
export function filtersOf({ values }: TileList): Filter[] {
  return Object.entries(values).map(([field, value]): Filter =>
    'from' in value
      ? { field, operator: 'gte', value: value.from }
      : { field, operator: 'in', value: [...value] },
  )
}

/** What a tile shows: how many rows its list has, and the first of them. */
export interface TileContent {
  total: number
  /** There are more than `total`. */
  isCapped: boolean
  /** The page its list is on. */
  path: string
  rows: readonly Readonly<Record<string, unknown>>[]
}

/** The answer of the supplier's home page. */
export interface SupplierHome {
  supplierNo: string
  name: string
  nameEn: string
  /** The company's day, by which the lists of the tiles are filtered. */
  today: string
  mayAnnounce: boolean
  /** A tile that the person has no page for is missing. */
  tiles: Partial<Record<SupplierTile, TileContent>>
  /** Delivery notes by state, with their page; a state without notes is 0. */
  notes: { state: NoteState; count: number; path: string }[]
}
