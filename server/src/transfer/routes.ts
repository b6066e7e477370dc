import { rolesForDrafts } from '@kufang/contract/document/decide.ts'
import { locationAdjustment } from '@kufang/contract/transfer/location-adjustment.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { isWithinPlace } from '../platform/session/within-place.ts'
import { gatherStock } from './gather-stock.ts'

const code = z.string().min(1).max(40)
const location = z.object({ companyCode: code.optional(), plant: code, storageLocation: code })
const roles = rolesForDrafts(locationAdjustment, 'create')

/** Proposes bin moves for a storage location; a person makes the document of them. */
export const transferRoutes: AreaRoutes = (app, { database }) => {
  typed(app).post(
    '/api/transfer/gathering',
    { config: { roles }, schema: { tags: ['transfer'], body: location } },
    async ({ session, body }) => {
      const { plant, storageLocation } = body
      const { companyCodes } = session.scope
      const [found] = await database.query<{ companyCode: string }>(
        `select company_code from storage_location where company_code = any($1) and plant = $2 and storage_location = $3
           and ($4::text is null or company_code = $4) order by company_code limit 1`,
        [companyCodes, plant, storageLocation, body.companyCode ?? null],
      )
      if (found === undefined || !isWithinPlace(session.scope, body))
        throw refuse(
          'outside-scope',
          { what: '库存地点', whatEn: 'Storage location', value: `${plant}/${storageLocation}` },
          { field: 'storageLocation' },
        )
      const place = { companyCode: found.companyCode, plant, storageLocation }
      return success(await gatherStock(database, place))
    },
  )
}
