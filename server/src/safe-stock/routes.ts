import { safeStockChange } from '@kufang/contract/safe-stock/safe-stock-change.ts'
import { criticalities, type Criticality } from '@kufang/contract/system/criticality.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import { z } from 'zod'
import type { Queryable } from '../platform/database/database.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { isWithinPlace } from '../platform/session/within-place.ts'
import { leadTimeOf } from '../masters/public.ts'
import { materialsOfPlace } from './read-consumption.ts'
import { proposeQuotas } from './propose-quotas.ts'

const code = z.string().min(1).max(40)
const levels = Object.keys(criticalities) as [Criticality, ...Criticality[]]
const asked = z.object({
  companyCode: code.optional(),
  plant: code,
  storageLocation: code,
  /** Without any: those issued at the storage location most often that have no quota in force. */
  materials: z
    .array(
      z.object({
        materialNo: code,
        leadTimeDays: z.int().min(1).max(1095).nullable().optional(),
        criticality: z.enum(levels).nullable().optional(),
      }),
    )
    .max(500),
})

/** Who reads quotas sees why they are proposed; the server computes nothing else for them. */
const roles = rolesForReading(safeStockChange)
/** The lead time where none is entered or recorded for the storage location. */
const usualLeadTimeDays = 60
/** How critical a material is whose master says nothing about it. */
const usualCriticality: Criticality = 'B'
/** The most materials proposed at once. */
const proposedMax = 50

/**
 * What the master says of materials; one statement.
 * @param materialGroups those a person may see; null: all
 * @throws Refusal `outside-scope` of a material that is unknown or of another group
 */
async function materialsWithin(
  queryable: Queryable,
  numbers: readonly string[],
  materialGroups: readonly string[] | null,
): Promise<ReadonlyMap<string, { description: string; criticality: Criticality | '' }>> {
  const rows = await queryable.query<{
    materialNo: string
    description: string
    criticality: Criticality | ''
  }>(
    `select material_no, description, criticality from material
     where material_no = any($1) and ($2::text[] is null or material_group = any($2))`,
    [numbers, materialGroups],
  )
  const found = new Map(rows.map((row) => [row.materialNo, row]))
  const missing = numbers.find((materialNo) => !found.has(materialNo))
  if (missing !== undefined)
    throw refuse(
      'outside-scope',
      { what: '物料', whatEn: 'Material', value: missing },
      { field: 'materialNo' },
    )
  return found
}

/** Proposes quotas from consumption, with the reasons; a person takes them into a document. */
export const safeStockRoutes: AreaRoutes = (app, { database }) => {
  typed(app).post(
    '/api/safe-stock/proposals',
    { config: { roles }, schema: { tags: ['safe-stock'], body: asked } },
    async ({ session, body }) => {
      const { plant, storageLocation } = body
      const [found] = await database.query<{ companyCode: string }>(
        `select company_code from storage_location where company_code = any($1) and plant = $2 and storage_location = $3
           and ($4::text is null or company_code = $4) order by company_code limit 1`,
        [session.scope.companyCodes, plant, storageLocation, body.companyCode ?? null],
      )
      if (found === undefined || !isWithinPlace(session.scope, body))
        throw refuse(
          'outside-scope',
          { what: '库存地点', whatEn: 'Storage location', value: `${plant}/${storageLocation}` },
          { field: 'storageLocation' },
        )
      const place = { companyCode: found.companyCode, plant, storageLocation }
      const days = (await leadTimeOf(database, place)) ?? usualLeadTimeDays
      const { materialGroups } = session.scope
      const given =
        body.materials.length > 0
          ? body.materials
          : (await materialsOfPlace(database, place, materialGroups, proposedMax)).map(
              (materialNo) => ({ materialNo, leadTimeDays: null, criticality: null }),
            )
      const materials = await materialsWithin(
        database,
        given.map(({ materialNo }) => materialNo),
        materialGroups,
      )
      const wanted = given.map(({ materialNo, leadTimeDays, criticality }) => ({
        materialNo,
        leadTimeDays: leadTimeDays ?? days,
        criticality:
          criticality ?? (entryOf(materials, materialNo).criticality || usualCriticality),
      }))
      const proposals = await proposeQuotas(database, place, wanted)
      return success({
        companyCode: place.companyCode,
        proposals: wanted.flatMap((one) => {
          const proposal = proposals.get(one.materialNo)
          const { description } = entryOf(materials, one.materialNo)
          return proposal === undefined ? [] : [{ ...proposal, ...one, description }]
        }),
        withoutHistory: wanted.flatMap(({ materialNo }) =>
          proposals.has(materialNo) ? [] : [materialNo],
        ),
      })
    },
  )
}
