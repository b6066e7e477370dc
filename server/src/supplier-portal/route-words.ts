import {
  noteStates,
  supplierTiles,
  type NoteState,
  type SupplierHome,
  type SupplierTile,
} from '@kufang/contract/supplier-portal/supplier-home.ts'
import { z } from 'zod'
import { anything, integer, text } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

const tileNames = Object.keys(supplierTiles) as [SupplierTile, ...SupplierTile[]]
const states = Object.keys(noteStates) as [NoteState, ...NoteState[]]
const tile = z.object({
  total: integer,
  isCapped: z.boolean(),
  path: text,
  rows: z.array(anything),
})
const home = z.object({
  supplierNo: text,
  name: text,
  nameEn: text,
  today: z.iso.date(),
  mayAnnounce: z.boolean(),
  tiles: z.partialRecord(z.enum(tileNames), tile),
  notes: z.array(z.object({ state: z.enum(states), count: integer, path: text })),
}) satisfies z.ZodType<SupplierHome>

/** Words of the routes of the supplier portal. */
export const supplierPortalRouteWords: WordsOfRoutes = {
  'POST /api/supplier-portal/home': {
    zh: '供应商首页：预约、送货单、问题、逾期、待取货物与代储代销领用',
    en: "A supplier's home page: slots, notes, problems, overdue items, goods to fetch, consignment drawn",
    answer: home,
    codes: ['role-missing', 'outside-scope'],
  },
}
