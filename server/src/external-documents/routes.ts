import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { asErpRefusal, erpOf } from '../erp.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { synchroniseOnce } from './synchronise-once.ts'
import { interfaceOf, mirrorNames } from './synchronise.ts'
import type { MirrorName } from './synchronise.ts'

/** The state of a company's mirror; the texts are those of the last failure, '' after a success. */
interface MirrorState {
  companyCode: string
  mirror: MirrorName
  lastStartedAt: string | null
  lastSucceededAt: string | null
  lastCount: number
  lastErrorZh: string
  lastErrorEn: string
}

const named = z.object({ mirror: z.enum(mirrorNames) })
const wanted = z
  .object({ companyCode: z.string().max(10).optional(), isComplete: z.boolean().optional() })
  .default({})

/** Routes to synchronise mirrors now and to read their state. */
export const externalDocumentRoutes: AreaRoutes = (app, context) => {
  const { database } = context
  const routes = typed(app)
  const schema = { tags: ['external-documents'] }

  /** A failure is kept with the mirror's state, and does not keep the orders from being read. */
  const synchroniseBeside = async (company: string) => {
    const { connections } = erpOf(context)
    for (const mirror of ['purchase-contract', 'consignment-price'] as const)
      try {
        await synchroniseOnce({ database, connections }, mirror, company)
      } catch (error) {
        context.log.warn({ err: error, company, mirror }, 'could not be read with the orders')
      }
  }

  // Repeating is harmless, because it reads the ERP's current data; no idempotency key is needed.
  routes.post(
    '/api/external-documents/:mirror/synchronise',
    { schema: { ...schema, params: named, body: wanted } },
    async (request) => {
      const { session } = request
      const { mirror } = request.params
      const { companyCode, isComplete } = request.body
      requireRole(session, { zh: '同步', en: 'Synchronise' }, ...rolesOf(mirror))
      const { companyCodes } = session.scope
      if (companyCode !== undefined && !companyCodes.includes(companyCode))
        throw refuse(
          'outside-scope',
          { what: '公司', whatEn: 'Company', value: companyCode },
          { field: 'companyCode' },
        )
      const { connections } = erpOf(context)
      let changed = 0
      for (const company of companyCode === undefined ? companyCodes : [companyCode]) {
        try {
          // An order is received as long as its contract is valid, and goods of it that stay the supplier's are drawn at
          // his price: whoever reads it again wants them all.
          if (mirror === 'purchase-order') await synchroniseBeside(company)
          const count = await synchroniseOnce(
            { database, connections, ...(isComplete === undefined ? {} : { isComplete }) },
            mirror,
            company,
          )
          changed += count
          await writeAudit(database, session, [
            {
              companyCode: company,
              subjectType: 'mirror',
              subjectId: mirror,
              subjectNo: mirror,
              action: 'synchronise',
              after: { count },
            },
          ])
        } catch (error) {
          throw asErpRefusal(error)
        }
      }
      return success({ changed })
    },
  )

  routes.get('/api/external-documents/state', { schema }, async (request) => {
    const { session } = request
    const visible = mirrorNames.filter(
      (mirror) => session.isAdmin || rolesOf(mirror).some((role) => session.roles.has(role)),
    )
    return success(
      await database.query<MirrorState>(
        `select c.company_code, m.mirror, s.last_started_at, s.last_succeeded_at, coalesce(s.last_count, 0) as last_count,
           coalesce(s.last_error_zh, '') as last_error_zh, coalesce(s.last_error_en, '') as last_error_en
         from unnest($1::text[], $2::text[]) with ordinality as m (mirror, interface_code, position)
         cross join unnest($3::text[]) as c (company_code)
         left join erp_sync_state s on s.company_code = c.company_code and s.interface_code = m.interface_code
         order by m.position, c.company_code`,
        [visible, visible.map((mirror) => interfaceOf[mirror]), session.scope.companyCodes],
      ),
    )
  })
}

/** Roles of the mirror's pages may synchronise it. */
function rolesOf(mirror: MirrorName): readonly string[] {
  if (mirror === 'material') return [cataloguePage('/base/materialSearch').role]
  if (mirror === 'purchase-contract' || mirror === 'consignment-price')
    return rolesForReading(definitionOf('purchase-order'))
  if (mirror === 'outbound-delivery') return rolesForReading(definitionOf('sales-order'))
  return rolesForReading(definitionOf(mirror))
}
