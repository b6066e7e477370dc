import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { binPurposes, type BinPurpose } from '@kufang/contract/masters/bin.ts'
import { hazardClasses, type HazardClass } from '@kufang/contract/masters/hazard-class.ts'
import type { BinMap } from '@kufang/contract/stock/bin-map.ts'
import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { z } from 'zod'
import { id, instant, integer, text, textOrNull } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'
import { mapRoles, planRoles } from './routes.ts'

const hazard = z.enum(Object.keys(hazardClasses) as [HazardClass, ...HazardClass[]])
const sheet = z.object({
  plant: text,
  storageLocation: text,
  storageLocationName: text,
  keeperName: text,
  area: text,
  emptyBins: z.array(text),
  lines: z.array(
    z.object({
      materialNo: text,
      description: text,
      bin: text,
      batch: text,
      stockCategory: text,
      specialStock: text,
      specialStockReference: text,
      abcClass: text,
      lastCountedAt: textOrNull,
    }),
  ),
})
const suspect = z.object({
  suspicion: text,
  documentType: text,
  documentId: text,
  documentNo: text,
  state: textOrNull,
  quantity: text,
  at: text,
  isReadable: z.boolean(),
})

const document = { documentType: text, documentId: id, documentNo: text }
const binMap = z.object({
  companyCode: text,
  plant: text,
  storageLocation: text,
  at: instant,
  bins: z.array(
    z.object({
      bin: text,
      area: text,
      aisle: text,
      rack: text,
      level: text,
      position: text,
      purpose: z.enum(Object.keys(binPurposes) as [BinPurpose, ...BinPurpose[]]),
      hazardClass: hazard.nullable(),
      capacityKg: textOrNull,
      takenKg: textOrNull,
      pieceCapacity: textOrNull,
      pieces: text,
      allowsMixing: z.boolean(),
      isActive: z.boolean(),
      isLocked: z.boolean(),
      version: integer,
      keys: integer,
      materials: integer,
      hazards: z.array(hazard),
      hasReserved: z.boolean(),
      hasFrozen: z.boolean(),
      heldBy: z.object({ ...document, placedByName: text, heldUntil: textOrNull }).nullable(),
      countedBy: z.object(document).nullable(),
      lastCountedAt: instant.nullable(),
      lastCountNo: textOrNull,
    }),
  ),
  keepers: z.array(z.object({ area: text, userName: text, isOwn: z.boolean() })),
  isCut: z.boolean(),
}) satisfies z.ZodType<BinMap>

/** Words of the routes of stocktaking that belong to no document. */
export const stocktakeRouteWords: WordsOfRoutes = {
  'POST /api/stocktake/bin-map': {
    zh: '货位图：库存地点的货位、占用、冻结、盘点',
    en: 'The map of bins of a storage location: how full they are, who holds and who counts them, when they were last counted',
    answer: binMap,
    codes: ['role-missing', 'outside-scope', 'field-required'],
    roles: mapRoles,
  },
  'POST /api/stocktake/bin-map/find': {
    zh: '在货位图上查找物料、批次、货位',
    en: 'Find a material, batch or bin on the map',
    answer: z.array(z.object({ bin: text, keys: integer })),
    codes: ['role-missing', 'outside-scope', 'field-required'],
    roles: mapRoles,
  },
  'POST /api/stocktake/plan': {
    zh: '按范围预览盘点表',
    en: 'The count sheets that a scope would become',
    answer: z.object({
      sampleSeed: textOrNull,
      population: integer,
      beingCounted: integer,
      emptyBinsLeft: integer,
      sheets: z.array(sheet),
    }),
    codes: [
      'role-missing',
      'field-required',
      'outside-scope',
      'count-scope-empty',
      'count-scope-too-large',
    ],
    roles: planRoles,
  },
  'POST /api/stocktake/sheets': {
    zh: '按范围生成并下达盘点表',
    en: 'Make the count sheets of a scope and start them',
    answer: z.object({
      documents: z.array(z.object({ id: text, docNo: text, lines: integer })),
    }),
    codes: [
      'role-missing',
      'field-required',
      'outside-scope',
      'count-scope-empty',
      'count-scope-too-large',
      'idempotency-key-missing',
    ],
    roles: planRoles,
  },
  'GET /api/stocktake/investigation/:id': {
    zh: '查询盘点差异的线索：未过账、在办和占用的单据',
    en: 'What may explain the differences of a count: documents unposted, under way and holding',
    answer: z.object({
      lines: z.array(
        z.object({
          lineNo: integer,
          materialNo: text,
          description: text,
          bin: text,
          unit: text,
          quantity: text,
          movedQuantity: text,
          differenceQuantity: text,
          suspects: z.array(suspect),
        }),
      ),
    }),
    codes: ['role-missing', 'not-found'],
    roles: rolesForReading(stocktaking),
  },
}
