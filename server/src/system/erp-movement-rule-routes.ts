import { companyMoment } from '@kufang/kernel/company-day.ts'
import {
  codesOf,
  movementRuleCondition,
  movementRuleResult,
  purposePattern,
} from '@kufang/contract/system/movement-rule.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { z } from 'zod'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import type { Queryable } from '../platform/database/database.ts'
import { forgetMovementRules } from '../erp/movement-rule.ts'
import type { MovementRule } from '../erp/movement-rule.ts'
import {
  answerDecision,
  decisionBody,
  decisionParams,
} from '../platform/approval/decision-route.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { maySetUp, mustSetUp, setUpApprovers } from './erp-set-up-scope.ts'
import {
  decideRuleChange,
  listOpenRuleChanges,
  requestRuleChange,
  type ApprovedRule,
} from '../platform/approval/rule-changes.ts'
import { staleVersion } from '../platform/http/stale-version.ts'

const page = '/system/sapApiDeployMessage'

interface RuleRow extends MovementRule {
  isActive: boolean
  updatedAt: string
  updatedByName: string
}

const movementType = z.string().regex(/^[0-9A-Z]{3}$/)
const { fromPlace, fromCategory, distance, fromSpecialStock, accountAssignment, basis } =
  movementRuleCondition
const place = z.enum(codesOf(fromPlace))
const category = z.enum(codesOf(fromCategory))
const special = z.enum(codesOf(fromSpecialStock))

const rule = z.object({
  companyCode: z.string().max(10).default(''),
  purpose: z.string().regex(purposePattern),
  fromPlace: place,
  fromCategory: category,
  toPlace: place,
  toCategory: category,
  distance: z.enum(codesOf(distance)),
  fromSpecialStock: special.default('*'),
  toSpecialStock: special.default('*'),
  accountAssignment: z.enum(codesOf(accountAssignment)).default('*'),
  basis: z.enum(codesOf(basis)).default('*'),
  movementType,
  reversalMovementType: movementType,
  goodsMovementCode: z.string().regex(/^0[1-7]$/),
  referenceDocumentType: z.enum(codesOf(movementRuleResult.referenceDocumentType)).default(''),
  movementReason: z
    .string()
    .regex(/^(\d{1,4})?$/)
    .default(''),
  isReasonRequired: z.boolean().default(false),
  costCenter: z.string().trim().toUpperCase().max(10).default(''),
  isAccountRequired: z.boolean().default(false),
  isOnlyPrescribed: z.boolean().default(false),
  isActive: z.boolean().default(true),
})
const wantedRule = rule.extend({
  /** Of the row as read; absent for a new rule. */
  updatedAt: z.iso.datetime({ offset: true }).optional(),
  effectiveFrom: z.iso.date(),
  reason: z.string().trim().min(1).max(200),
})

const selected = `select r.*, coalesce(u.user_name, '') as updated_by_name from erp_movement_rule r left join app_user u on u.id = r.updated_by`
const written = [
  'company_code',
  'purpose',
  'from_place',
  'from_category',
  'to_place',
  'to_category',
  'distance',
  'from_special_stock',
  'to_special_stock',
  'account_assignment',
  'basis',
  'movement_type',
  'reversal_movement_type',
  'goods_movement_code',
  'reference_document_type',
  'movement_reason',
  'is_reason_required',
  'cost_center',
  'is_account_required',
  'is_only_prescribed',
  'is_active',
  'updated_by',
]

/** Movement rules, changed by one person and approved by another. */
export const movementRules: ApprovedRule = {
  rule: 'movement-rule',
  subjectType: 'erp-movement-rule',
  async write(tx, { companyCode, subjectNo, after }, { userId }) {
    const values = rule.parse(after)
    await tx.query(
      `insert into erp_movement_rule (${written.join(', ')}) values (${written.map((_name, index) => `$${index + 1}`).join(', ')})
       on conflict (company_code, purpose) do update set
         ${written
           .slice(2)
           .map((name) => `${name} = excluded.${name}`)
           .join(', ')}, updated_at = excluded.updated_at`,
      [
        values.companyCode,
        values.purpose,
        values.fromPlace,
        values.fromCategory,
        values.toPlace,
        values.toCategory,
        values.distance,
        values.fromSpecialStock,
        values.toSpecialStock,
        values.accountAssignment,
        values.basis,
        values.movementType,
        values.reversalMovementType,
        values.goodsMovementCode,
        values.referenceDocumentType,
        values.movementReason,
        values.isReasonRequired,
        values.costCenter,
        values.isAccountRequired,
        values.isOnlyPrescribed,
        values.isActive,
        userId,
      ],
    )
    // Other processes are notified by the table's trigger.
    tx.afterCommit(forgetMovementRules)
    return find(tx, companyCode, subjectNo, false)
  },
}

/** Routes for movement rules (/system/sapApiDeployMessage). */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export const erpMovementRuleRoutes: AreaRoutes = (app, { database }) => {
  const routes = typed(app)
  const config = { roles: [cataloguePage(page).role] }
  const schema = { tags: ['system'] }

  routes.get('/api/erp/movement-rules', { config, schema }, async (request) => {
    const rows = await database.query<RuleRow>(
      `${selected} order by r.company_code, r.movement_type, r.purpose`,
    )
    return success(rows.filter((row) => maySetUp(request.session, row.companyCode, 'read')))
  })

  routes.put(
    '/api/erp/movement-rules',
    { config, schema: { ...schema, body: wantedRule } },
    async (request) => {
      const { session, body } = request
      mustSetUp(session, body.companyCode)
      const key = idempotencyKeyOf(request)
      return success(
        await database.transaction((tx) =>
          withIdempotency(
            tx,
            session,
            '',
            key,
            fingerprintOf('movement-rule.change', body),
            async () => {
              const before = await find(tx, body.companyCode, body.purpose, true)
              // Compared as instants, because the text formats differ.
              if (
                before !== undefined &&
                Date.parse(before.updatedAt) !== Date.parse(body.updatedAt ?? '')
              )
                throw staleVersion({
                  no: body.purpose,
                  user: before.updatedByName,
                  at: before.updatedAt,
                  current: companyMoment(before.updatedAt),
                  given: body.updatedAt === undefined ? '–' : companyMoment(body.updatedAt),
                })
              const { effectiveFrom, reason, updatedAt: _readAt, ...after } = body
              return requestRuleChange(tx, session, movementRules, {
                companyCode: body.companyCode,
                subjectNo: body.purpose,
                before: before ?? null,
                after,
                reason,
                effectiveFrom,
                approvers: setUpApprovers(`${page}?part=rules`, body.companyCode),
              })
            },
          ),
        ),
      )
    },
  )

  routes.get('/api/erp/movement-rules/changes', { config, schema }, async ({ session }) =>
    success(
      await listOpenRuleChanges(database, movementRules, ['', ...session.scope.companyCodes]),
    ),
  )

  routes.post(
    '/api/erp/movement-rules/changes/:id/:act',
    { config, schema: { ...schema, params: decisionParams, body: decisionBody } },
    (request) =>
      answerDecision(database, request, movementRules, (tx, given) =>
        decideRuleChange(tx, request.session, movementRules, given, ({ companyCode }) =>
          mustSetUp(request.session, companyCode),
        ),
      ),
  )
}

async function find(
  queryable: Queryable,
  companyCode: string,
  purpose: string,
  lock: boolean,
): Promise<RuleRow | undefined> {
  const [row] = await queryable.query<RuleRow>(
    `${selected} where r.company_code = $1 and r.purpose = $2${lock ? ' for update of r' : ''}`,
    [companyCode, purpose],
  )
  return row
}
